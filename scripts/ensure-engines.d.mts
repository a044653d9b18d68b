/** The path of a Firefox on this machine, or null. FIREFOX_PATH comes first. */
export declare function findFirefox(): string | null;
export interface WebKitPrograms {
  readonly driver: string;
  readonly screen: string;
  readonly browser: string;
}
/** The programs that run WebKitGTK without a screen, or null when one of them is missing. */
export declare function findWebKit(): WebKitPrograms | null;
