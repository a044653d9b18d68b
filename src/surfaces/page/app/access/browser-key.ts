/** This browser's own key: it shows that a session is in the right hands. Nobody can copy it, not even the page. */
export interface BrowserKey {
  /** SPKI, base64url. */
  readonly publicKey: string;
  sign(text: string): Promise<string>;
}

const DATABASE = "canvas-page";
const STORE = "keys";
const OWN = "own";
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
export const SIGNATURE = { name: "ECDSA", hash: "SHA-256" } as const;

/** One for all tabs and visits, where the browser keeps it. */
export async function keptKey(): Promise<BrowserKey> {
  const database = await openDatabase();
  try {
    const before = await read(database);
    if (before !== null) return keyOf(before);
    const made = await makePair();
    // Another tab may have made one meanwhile: the first stays.
    return keyOf(await keepFirst(database, made));
  } finally {
    database.close();
  }
}

/** Whoever comes next at this browser gets another one. */
export async function forgetKey(): Promise<void> {
  const database = await openDatabase();
  try {
    await settled(database.transaction(STORE, "readwrite").objectStore(STORE).delete(OWN));
  } finally {
    database.close();
  }
}

/** One for as long as this tab is open. */
export async function passingKey(): Promise<BrowserKey> {
  return keyOf(await makePair());
}

function makePair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(CURVE, false, ["sign", "verify"]);
}

async function keyOf({ publicKey, privateKey }: CryptoKeyPair): Promise<BrowserKey> {
  return {
    publicKey: toBase64Url(await crypto.subtle.exportKey("spki", publicKey)),
    sign: async (text) => toBase64Url(await crypto.subtle.sign(SIGNATURE, privateKey, new TextEncoder().encode(text))),
  };
}

/** The key that stands in a greeting. */
export function readPublicKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("spki", fromBase64Url(key), CURVE, false, ["verify"]);
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

async function read(database: IDBDatabase): Promise<CryptoKeyPair | null> {
  const found: unknown = await settled(database.transaction(STORE).objectStore(STORE).get(OWN));
  return isPair(found) ? found : null;
}

function keepFirst(database: IDBDatabase, made: CryptoKeyPair): Promise<CryptoKeyPair> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    let kept = made;
    const before = store.get(OWN);
    before.onsuccess = () => {
      if (isPair(before.result)) kept = before.result;
      else store.put(made, OWN);
    };
    transaction.oncomplete = () => resolve(kept);
    transaction.onerror = () => reject(transaction.error ?? new Error("The key was not kept"));
    transaction.onabort = () => reject(transaction.error ?? new Error("The key was not kept"));
  });
}

function isPair(found: unknown): found is CryptoKeyPair {
  const pair = found as Partial<CryptoKeyPair> | undefined;
  return pair?.privateKey instanceof CryptoKey && pair.publicKey instanceof CryptoKey;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's storage failed"));
  });
}
