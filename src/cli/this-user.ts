import type { Access } from "../server/http/access.ts";
import { peerUserOnLinux, rememberPeers } from "../server/http/peer-user.ts";
import type { Surroundings } from "./surroundings.ts";

/** How a server tells this user's programs from others', where the system lets it. */
export function thisUser({ platform, uid }: Pick<Surroundings, "platform" | "uid">): Pick<Access, "user"> {
  return platform === "linux" && uid !== null ? { user: { id: uid, ofPeer: rememberPeers(peerUserOnLinux) } } : {};
}
