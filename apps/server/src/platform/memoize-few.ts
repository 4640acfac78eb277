/**
 * A function of text that computes each answer once. For texts of which there are few, such as browsers' headers: beyond
 * `most`, a new one is computed each time, so that memory stays bounded.
 */
export function memoizeFew<T extends string | null>(
  compute: (text: string) => T,
  most: number,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const computed = compute(text);
    if (known.size < most) known.set(text, computed);
    return computed;
  };
}
