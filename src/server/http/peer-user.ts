import { readFile } from "node:fs/promises";
import { isIPv6, type Socket } from "node:net";

/**
 * The user at the other end of a loopback connection. "gone": nobody is there any more, or not on this machine. "hidden":
 * this system does not say, as most do not.
 */
export type Peer = number | "gone" | "hidden";
export type PeerUser = (socket: Socket) => Promise<Peer>;

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

/**
 * Asks once a connection, and keeps the answer whatever it is: asked when the connection is accepted, its other end is still
 * there; a caller that hung up since is no other one.
 */
export function rememberPeers(ofPeer: PeerUser): PeerUser {
  const known = new WeakMap<Socket, Promise<Peer>>();
  return (socket) => {
    const before = known.get(socket);
    if (before !== undefined) return before;
    // Tables that cannot be read say nothing.
    const peer = ofPeer(socket).catch((): Peer => "hidden");
    known.set(socket, peer);
    return peer;
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
  const six = bytesOfSix(address);
  if (six === null) return [];
  return [[0, 4, 8, 12].map((at) => wordOf(six.slice(at, at + 4))).join("") + suffix];
}

/** The sixteen bytes of an IPv6 address, whatever its zone; null when it is none. */
function bytesOfSix(address: string): readonly number[] | null {
  const bare = address.split("%", 1)[0] ?? "";
  if (!isIPv6(bare)) return null;
  const [before = "", after] = bare.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").flatMap(groupBytes));
  const [left, right] = [groups(before), groups(after ?? "")];
  return [...left, ...Array<number>(16 - left.length - right.length).fill(0), ...right];
}

function groupBytes(group: string): readonly number[] {
  if (group.includes(".")) return group.split(".").map(Number);
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/** Four bytes as the kernel prints them: as one number of the machine, which on all machines that Node runs on is little-endian but s390x. */
function wordOf(bytes: readonly number[]): string {
  const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  return Buffer.from(littleEndian ? [...bytes].reverse() : bytes)
    .toString("hex")
    .toUpperCase();
}
