/** Why a file and its canvas cannot be kept the same just now. */
export type TroubleCode =
  | "missing"
  | "no_canvas"
  | "archived"
  | "not_text"
  | "too_large"
  | "not_a_file"
  | "link"
  | "moved"
  | "read_only"
  | "no_access"
  | "no_room"
  | "refused"
  | "failed"
  | "busy";

export interface Trouble {
  readonly code: TroubleCode;
  /** Continues a sentence that begins with the file's name, without its full stop. */
  readonly message: string;
}

export function isTrouble(value: object): value is Trouble {
  return "code" in value && "message" in value;
}

/** A system's error in words; `doing` says what was tried ("be read"). */
export function troubleOf(error: unknown, doing: string): Trouble {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return { code: "no_access", message: `cannot ${doing}: permission is denied. Change its rights or its folder's` };
    case "EROFS":
      return { code: "read_only", message: `cannot ${doing}: it lies on a read-only disk` };
    case "ENOSPC":
    case "EDQUOT":
      return { code: "no_room", message: `cannot ${doing}: the disk is full. Make room; the canvas keeps the text` };
    case "ENOTDIR":
    case "ENAMETOOLONG":
      return { code: "not_a_file", message: `cannot ${doing}: its path leads to no file` };
    default:
      return { code: "failed", message: `cannot ${doing}: ${message}` };
  }
}
