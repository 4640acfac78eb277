import type { StateStorage } from 'zustand/middleware';

/** Local storage, or memory for the page's lifetime where the browser refuses to store. */
export function createSafeStorage(find: () => StateStorage = () => localStorage): StateStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (storage: StateStorage) => T): T | undefined => {
    try {
      return act(find());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name) =>
      memory.get(name) ?? (attempt((s) => s.getItem(name)) as string | null | undefined) ?? null,
    setItem: (name, value) => {
      const isStored = attempt((s) => (s.setItem(name, value), true));
      if (isStored) memory.delete(name);
      else memory.set(name, value);
    },
    removeItem: (name) => {
      memory.delete(name);
      attempt((s) => s.removeItem(name));
    },
  };
}
