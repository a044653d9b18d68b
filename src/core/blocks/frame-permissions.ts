/** What a page elsewhere may be given, or has unless somebody says no. */
const PERMISSIONS: readonly string[] = [
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
];

/** The `allow` of a frame with a stranger in it: no to all of these, but those that are named. */
export function withoutPermissions(...but: readonly string[]): string {
  return PERMISSIONS.filter((name) => !but.includes(name))
    .map((name) => `${name} 'none'`)
    .join("; ");
}
