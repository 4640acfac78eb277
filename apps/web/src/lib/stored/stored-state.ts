import type { Identity, Language, SiteConfig, User } from '@portside/contract';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createSafeStorage } from './safe-storage.ts';

/** Everything the browser keeps between visits; nothing else goes to local storage but the visitor id. */
export type StoredState = {
  token: string | null;
  user: User | null;
  permissions: Identity['permissions'];
  promotionCode: string | null;
  /** Unread answers from support. */
  reply: number;
  /** null: the browser's language decides. */
  language: Language | null;
  /** Table density. */
  size: 'small' | 'default' | 'large';
  theme: 'light' | 'dark' | 'auto';
  /** Announcements not wanted again on a day of the reader (YYYY-MM-DD), by id. */
  announcementsHidden: Readonly<Record<string, string>>;
  /** Open admin pages, as tabs. */
  tagsView: { path: string }[];
  /** By admin table: columns shown or hidden against its own choice. */
  tableColumns: Record<string, Record<string, boolean>>;
  webConfig: SiteConfig | null;
};

const STORAGE_NAME = 'portside';
const VERSION = 1;

const initial: StoredState = {
  token: null,
  user: null,
  permissions: { menus: [], actions: [] },
  promotionCode: null,
  reply: 0,
  language: null,
  size: 'default',
  theme: 'auto',
  announcementsHidden: {},
  tagsView: [],
  tableColumns: {},
  webConfig: null,
};

/** Read in components with a selector: `useStored((s) => s.user)`. */
export const useStored = create<StoredState>()(
  persist(() => initial, {
    name: STORAGE_NAME,
    version: VERSION,
    storage: createJSONStorage(() => createSafeStorage()),
    migrate: carryOver,
    // Nothing stored means nothing: what this page still remembers is not put under it.
    merge: (kept) => ({ ...initial, ...(kept as Partial<StoredState> | undefined) }),
  }),
);

export const storedState = useStored.getState;
export function updateStored(part: Partial<StoredState>): void {
  useStored.setState(part);
}

/** Clears who is signed in and what they may open, and nothing else. */
export const forgetUser = (): void =>
  updateStored({ token: null, user: null, permissions: initial.permissions });

/** Clears everything the browser keeps: what logout and an expired login ask for. */
export function clearStored(): void {
  useStored.setState(initial, true);
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // Storage is off: there is nothing to clear.
    }
  }
}

/**
 * Takes over what other tabs store, and tells when somebody else, or nobody, is signed in since. Answers how to
 * stop.
 */
export function followOtherTabs(onOtherPerson: () => void): () => void {
  function follow({ key }: StorageEvent) {
    if (key !== null && key !== STORAGE_NAME) return;
    const { token } = storedState();
    // Read, never written back: a slow tab must not undo what the other does next.
    void useStored.persist.rehydrate();
    if (storedState().token !== token) onOtherPerson();
  }
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Other versions may have shaped the session differently: only plain preferences are carried over. */
export function carryOver(stored: unknown): StoredState {
  const old = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<StoredState>;
  return {
    ...initial,
    language: old.language ?? initial.language,
    theme: old.theme ?? initial.theme,
    promotionCode: old.promotionCode ?? initial.promotionCode,
  };
}
