import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

/**
 * The user at the other end of a loopback connection. "gone": nobody is there any more, or not on this machine. "hidden":
 * this system does not say, as most do not.
 */
export type PeerUser = (socket: Socket) => Promise<number | "gone" | "hidden">;

/** By the kernel's tables of sockets on Linux. */
export const peerUserOnLinux: PeerUser = async (socket) => {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || remotePort === undefined || localAddress === undefined || localPort === undefined)
    return "gone";
  const peer = { address: remoteAddress, port: remotePort };
  const here = { address: localAddress, port: localPort };
  const tables = [await readTable("/proc/net/tcp"), await readTable("/proc/net/tcp6")];
  const find = (from: End, to: End) =>
    tables.map((table) => userInTable(table, from, to)).find((user) => user !== null);
  // Our own end of the connection is in the table of every system that shows it: only then a missing caller says something.
  return find(peer, here) ?? (find(here, peer) === undefined ? "hidden" : "gone");
};

/** Asks once a connection: its other end stays whose it is. */
export function rememberPeers(ofPeer: PeerUser): PeerUser {
  const known = new WeakMap<Socket, number>();
  return async (socket) => {
    const before = known.get(socket);
    if (before !== undefined) return before;
    const user = await ofPeer(socket);
    if (typeof user === "number") known.set(socket, user);
    return user;
  };
}

async function readTable(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    // Without IPv6, or without /proc, there is no such table: then nothing is found in it.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EPERM") return "";
    throw error;
  }
}

interface End {
  readonly address: string;
  readonly port: number;
}

/** Whose socket goes from `peer` to `here`. A socket that was closed has no file and is shown as root's: it is nobody's here. */
export function userInTable(table: string, peer: End, here: End): number | null {
  const from = endsOf(peer);
  const to = endsOf(here);
  for (const line of table.split("\n")) {
    const [, local = "", remote = "", , , , , user = "", , inode = ""] = line.trim().split(/\s+/);
    if (!from.includes(local) || !to.includes(remote) || inode === "0") continue;
    if (/^\d+$/.test(user)) return Number(user);
  }
  return null;
}

/** As the tables write an end of a connection: in both families, since a program may reach IPv4 through a socket of IPv6. */
function endsOf({ address, port }: End): readonly string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const four = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (four !== undefined) {
    const word = wordOf(four.split(".").map(Number));
    return [`${word}${suffix}`, `0000000000000000FFFF0000${word}${suffix}`];
  }
  return address === "::1" ? [`000000000000000000000000${wordOf([0, 0, 0, 1])}${suffix}`] : [];
}

/** Four bytes as the kernel prints them: as one number of the machine, which on all machines that Node runs on is little-endian but s390x. */
function wordOf(bytes: readonly number[]): string {
  const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  return Buffer.from(littleEndian ? [...bytes].reverse() : bytes)
    .toString("hex")
    .toUpperCase();
}
