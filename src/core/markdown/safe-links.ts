/** Which addresses of a document may be followed, and which shown as images. Everything else becomes "". */
export interface LinkPolicy {
  link(href: string): string;
  image(src: string): string;
}

// Browsers drop tabs, line endings and leading control characters from an address before they read its scheme.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u0020\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

const LINK = /^(?:https?:\/\/[^/\\?#]|mailto:[^?]|#.)/i;
const IMAGE = /^(?:https?:\/\/[^/\\?#]|data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=]*$)/i;

export const SAFE_LINKS: LinkPolicy = {
  link: (href) => (LINK.test(href) && !HIDDEN.test(href) ? href : ""),
  image: (src) => (IMAGE.test(src) && !HIDDEN.test(src) ? src : ""),
};

/** For comparing with the standard's examples only: every address as it was written. */
export const ANY_LINK: LinkPolicy = { link: (href) => href, image: (src) => src };
