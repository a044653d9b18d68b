/** The path of a Chromium on this machine, or null. CHROME_PATH comes first. */
export declare function findBrowser(): string | null;
/** The browser's path, or null after saying in words what is missing and what to do. */
export declare function ensureBrowser(): string | null;
