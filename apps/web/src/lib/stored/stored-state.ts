import type { Identity, Language, SiteConfig, User } from '@portside/contract';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createSafeStorage } from './safe-storage.ts';

/** Everything that the browser stores between visits, except the visitor id. */
export type StoredState = {
  token: string | null;
  user: User | null;
  permissions: Identity['permissions'];
  promotionCode: string | null;
  /** The last link with a promotion code had one that could not be read. */
  isLinkCodeUnread: boolean;
  /** Unread replies from support. */
  reply: number;
  /** Unread notices. */
  notices: number;
  /** The reader's choice; null uses the browser's language. */
  language: Language | null;
  /** What an address has named, for this visit; not stored. Comes before `language` until the reader picks one. */
  visitLanguage: Language | null;
  /** Table density. */
  size: 'small' | 'default' | 'large';
  theme: 'light' | 'dark' | 'auto';
  /** Ids of the announcements that the reader has put away. */
  announcementsPutAway: readonly string[];
  /** Open admin pages, as tabs. */
  tagsView: { path: string }[];
  /** Columns that the operator has shown or hidden, by table. */
  tableColumns: Record<string, Record<string, boolean>>;
  /** What the search of the back office led to last, newest first. */
  recentFinds: readonly { readonly kind: string; readonly title: string; readonly path: string }[];
  webConfig: SiteConfig | null;
};

const STORAGE_NAME = 'portside';
const VERSION = 1;

const initial: StoredState = {
  token: null,
  user: null,
  permissions: { menus: [], actions: [] },
  promotionCode: null,
  isLinkCodeUnread: false,
  reply: 0,
  notices: 0,
  language: null,
  visitLanguage: null,
  size: 'default',
  theme: 'auto',
  announcementsPutAway: [],
  tagsView: [],
  tableColumns: {},
  recentFinds: [],
  webConfig: null,
};

/** Read in components with a selector: `useStored((s) => s.user)`. */
export const useStored = create<StoredState>()(
  persist(() => ({ ...initial, visitLanguage: visitLanguage() }), {
    name: STORAGE_NAME,
    version: VERSION,
    storage: createJSONStorage(() => createSafeStorage()),
    migrate: carryOver,
    // Where nothing is stored, the initial state replaces what this page still holds.
    merge: (kept, { visitLanguage: visit }) => ({
      ...initial,
      ...(kept as Partial<StoredState> | undefined),
      visitLanguage: visit,
    }),
    partialize: (state) => ({ ...state, visitLanguage: null }),
  }),
);

/** The chosen language, for this visit or for good; null uses the browser's. */
export const chosenLanguage = (state: StoredState): Language | null => state.visitLanguage ?? state.language;

/** What the HTML says; undefined if it says nothing or the shop did not send it. */
const inHtml = (globalThis as { document?: Document }).document?.documentElement.dataset['sandbox'];

/** Whether the shop is a sandbox, which the HTML says before its settings are known. */
export const useIsSandbox = (): boolean => useStored((s) => s.webConfig?.sandbox) ?? inHtml !== undefined;

export const storedState = useStored.getState;
export function updateStored(part: Partial<StoredState>): void {
  useStored.setState(part);
}

/** Keeps the language that the reader has picked. */
export function pickLanguage(language: Language): void {
  updateStored({ language, visitLanguage: null });
  createSafeStorage(() => sessionStorage).removeItem('visit-language');
}

/** As `start.js` has found it before the first paint; none while pages are prerendered. */
function visitLanguage(): Language | null {
  const page = (globalThis as { document?: Document }).document?.documentElement;
  return (page?.dataset['visitLanguage'] as Language | undefined) ?? null;
}

/** Clears the signed-in user and their permissions, and nothing else. */
export const forgetUser = (): void =>
  updateStored({ token: null, user: null, permissions: initial.permissions });

/** Clears all stored data, on sign-out and on an expired session. */
export function clearStored(): void {
  useStored.setState(initial, true);
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // Storage is unavailable: there is nothing to clear.
    }
  }
}

/**
 * Follows changes that other tabs store; calls `onOtherPerson` when the signed-in user changes. Returns the function
 * that stops it.
 */
export function followOtherTabs(onOtherPerson: () => void): () => void {
  function follow({ key }: StorageEvent) {
    if (key !== null && key !== STORAGE_NAME) return;
    const { token } = storedState();
    // Only read, never written back: a slow tab must not undo another's next change.
    void useStored.persist.rehydrate();
    if (storedState().token !== token) onOtherPerson();
  }
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

/** Migration: other versions may have stored the session in another form, so only plain preferences are kept. */
export function carryOver(stored: unknown): StoredState {
  const old = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<StoredState>;
  return {
    ...initial,
    language: old.language ?? initial.language,
    theme: old.theme ?? initial.theme,
    promotionCode: old.promotionCode ?? initial.promotionCode,
  };
}

let isDrawnSignedIn = false;

/** For the build, which stores nothing: pages are drawn for a reader who is signed in, or not, from now on. */
export function drawSignedIn(isSignedIn: boolean): void {
  isDrawnSignedIn = isSignedIn;
}

/** Whether the page is being prerendered for a reader who is signed in, of whom nothing else is known. */
export const isDrawnForSignedIn = (): boolean => import.meta.env.SSR && isDrawnSignedIn;

/** Whether the reader is signed in. */
export function useIsSignedIn(): boolean {
  const hasToken = useStored((s) => s.token !== null);
  return hasToken || isDrawnForSignedIn();
}

const DEFAULT_HOURS = 24;

/** Within how many hours the shop answers warranty claims. */
export const useWarrantyAnswerHours = (): number =>
  useStored((s) => s.webConfig?.claim_answer_hours) ?? DEFAULT_HOURS;
