/**
 * Keeps WalletConnect's keys and sessions as long as the page, and nowhere else: one session pays one top-up.
 * Values are copied as a real storage does, because the library goes on changing what it has stored; of what
 * type they are only the library knows.
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
