/** A page of its own: no network, no frames, no forms, nothing but what stands in it. */
export const BLOCK_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "media-src data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "manifest-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

/** Scripts run, and that is all: no origin, no forms, no popups, no dialogs, no downloads, no way out for the page around it. */
export const BLOCK_SANDBOX = "allow-scripts";

/** What a page elsewhere may be given, or has unless somebody says no. */
export const BLOCK_PERMISSIONS = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "clipboard-write",
  "deferred-fetch-minimal",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "media-playback-while-not-visible",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "sync-xhr",
  "usb",
  "xr-spatial-tracking",
]
  .map((name) => `${name} 'none'`)
  .join("; ");
