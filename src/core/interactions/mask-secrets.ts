import type { Json } from "../records/interactions.ts";

export const MASK = "••••••";

/** Names of what nobody should read. Compared in lower case, without signs between the letters. */
const SECRET_NAME =
  /password|passwd|passphrase|passcode|^pwd|pwd$|secret|apikey|accesskey|privatekey|signingkey|credential|authorization|^auth$|bearer|cookie|sessionid|connectionstring|token(?!s?(count|limit|used|total))/;
/** Of these a number is one, too. */
const SECRET_NUMBER = /^(pin|pincode|otp|cvv|cvc|ssn|totp)$|passcode|password/;

/**
 * What tells by itself that it is a key: of well-known services, signed tokens, private keys, addresses with a password. Nothing
 * in it is sought without end from each of many places: texts are long, and each is looked at whenever it is listed.
 */
const SECRET_TEXT = new RegExp(
  [
    String.raw`\b(?:bearer|basic)\s+[\w.~+/=-]{8,}`,
    String.raw`\beyJ[\w-]{5,1000}\.[\w-]{5,}\.`,
    String.raw`\b(?:sk|pk|rk)[-_][\w-]{16,}`,
    String.raw`\bgh[pousr]_\w{20,}`,
    String.raw`\bgithub_pat_\w{20,}`,
    String.raw`\bglpat-[\w-]{16,}`,
    String.raw`\bnpm_\w{20,}`,
    String.raw`\bxox[a-z]-[\w-]{10,}`,
    String.raw`\b(?:AKIA|ASIA)[0-9A-Z]{12,}`,
    String.raw`\bAIza[\w-]{30,}`,
    "-----BEGIN [A-Z ]*PRIVATE KEY-----",
    String.raw`\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,200}:[^\s/@]{1,200}@`,
  ].join("|"),
  "i",
);

export interface Masked {
  readonly value: Json;
  /** Where something was masked: "password", "items[2].token"; "" for the value itself. */
  readonly masked: readonly string[];
}

/** The value without what looks like a credential, by its name or by itself. */
export function maskSecrets(given: Json): Masked {
  const masked: string[] = [];
  const walk = (value: Json, path: string, name: string): Json => {
    if (isSecret(value, name)) {
      masked.push(path);
      return MASK;
    }
    if (Array.isArray(value)) return value.map((each, i) => walk(each, `${path}[${i}]`, name));
    if (value === null || typeof value !== "object") return value;
    const isBelow = SECRET_NAME.test(plainName(name));
    // Not by assignment: a key of this name would set the prototype.
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        // What stands below such a name is one, whatever it is called there.
        walk(each, path === "" ? key : `${path}.${key}`, isBelow && !isSecretName(key) ? name : key),
      ]),
    );
  };
  const value = walk(given, "", "");
  return { value, masked };
}

function isSecret(value: Json, name: string): boolean {
  if (typeof value === "number") return SECRET_NUMBER.test(plainName(name));
  if (typeof value !== "string" || value === "") return false;
  return isSecretName(name) || SECRET_TEXT.test(value);
}

function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return SECRET_NAME.test(plain) || SECRET_NUMBER.test(plain);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
