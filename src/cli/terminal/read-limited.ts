/** All that comes, or null where it is more than `most` bytes: then the rest is not waited for, it may have no end. */
export async function readLimited(source: AsyncIterable<string | Uint8Array>, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > most) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
