/** Number and hash of an entry in a pasted text; null if it holds no such pair. */
export function parseHead(text: string): { entry: string; hash: string } | null {
  const [, entry, hash] = /(?:^|\D)(\d{1,18})\W+([0-9a-fA-F]{64})(?![0-9a-fA-F])/.exec(text.trim()) ?? [];
  return entry && hash ? { entry: BigInt(entry).toString(), hash: hash.toLowerCase() } : null;
}
