/**
 * In-memory storage for WalletConnect: a session lasts as long as the page and pays one top-up. Values are copied, as
 * real storage would, because the library mutates what it has stored.
 */
export function createMemoryStorage() {
  const kept = new Map<string, unknown>();
  return {
    getKeys: async (): Promise<string[]> => [...kept.keys()],
    getEntries: async () => structuredClone([...kept]) as never,
    getItem: async (key: string) => structuredClone(kept.get(key)) as never,
    setItem: async (key: string, value: unknown): Promise<void> => void kept.set(key, structuredClone(value)),
    removeItem: async (key: string): Promise<void> => void kept.delete(key),
  };
}
