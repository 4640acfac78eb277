/** Maps in order with at most `limit` concurrent calls; the first failure stops new calls and is thrown. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
