import { useQueryClient, type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { forgetUnsaved } from '../../lib/browser/unsaved.ts';
import { useNavigate, useEntry } from '../../lib/site-location.tsx';
import {
  clearStored,
  storedState,
  updateStored,
  useStored,
  followOtherTabs,
} from '../../lib/stored/stored-state.ts';
import { useLayoutEffect, useEffect, useEffectEvent } from 'react';
import { query, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { pathWithIntent, useOrderIntent } from '../../lib/stored/order-intent.ts';
import { createSafeStorage } from '../../lib/stored/safe-storage.ts';

/** Signing out in this browser: stored state, cache and navigation. `useEnter` signs in. */
export function useSessionActions() {
  const navigate = useNavigate();
  const client = useQueryClient();

  /** Clears this browser's data, even if the server cannot be reached; `putBack` restores what is to outlive that. */
  async function leave(to: string, putBack?: () => void): Promise<void> {
    clearStored();
    forgetBlockedPass();
    putBack?.();
    forgetUnsaved();
    await navigate(to);
    forgetOwnAnswers(client);
    // The chosen language was cleared as well.
    void client.invalidateQueries();
  }

  async function signOut(): Promise<void> {
    // Sent with the token, which is cleared before the answer: otherwise the session's end would make pages refetch.
    const told = call('logout', {}, { isQuiet: true }).catch(() => undefined);
    await leave('/');
    await told;
    // The answer has the browser clear everything it stores for the site: what this page holds is stored again.
    updateStored({});
  }

  /**
   * Another tab signed in or out: navigating to the same page runs the guard again. Not on the sign-in page, whose
   * guard signs everyone out.
   */
  async function followOther(): Promise<void> {
    forgetOwnAnswers(client);
    const isAtSignIn = /^\/login\/*$/i.test(location.pathname);
    if (isAtSignIn && storedState().token === null) return;
    // Whoever typed is not signed in any more; staying would show them what is no longer theirs.
    forgetUnsaved();
    await navigate(isAtSignIn ? '/' : location.pathname + location.search, { replace: true });
  }

  return { leave, signOut, followOther };
}

/** Answers that are the same for every user. */
const PUBLIC = new Set<unknown>([
  'readSiteConfig',
  'listEnabledPaymentMethods',
  'listGoods',
  'listCategories',
  'readLiveFigures',
  'readSandbox',
]);

export const forgetOwnAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });

/**
 * Loads the signed-in user at the start and whenever the stream says that it changed; follows the balance. Mount
 * once.
 */
export function useIdentity(): void {
  const client = useQueryClient();
  const token = useStored((s) => s.token);
  const { data } = useQuery({ ...query('readIdentity'), enabled: token !== null });

  // Before waiting pages ask for anything: the identity says what they may ask for.
  useLayoutEffect(() => {
    if (data && storedState().token !== null)
      updateStored({ user: data.user, permissions: data.permissions });
  }, [data]);

  useLiveEvent('session', () => void client.invalidateQueries({ queryKey: queryKey('readIdentity') }));
  useLiveEvent('balance', ({ balance }) => {
    const { user } = storedState();
    if (user) updateStored({ user: { ...user, balance } });
  });
}

/** Sign-in and sign-out in another tab apply here too. Mount once. */
export function useOtherTabs(): void {
  const { followOther } = useSessionActions();
  const follow = useEffectEvent(() => void followOther());
  useEffect(() => followOtherTabs(() => follow()), []);
}

/** Pages that visitors come back to after signing in; from others the shop's front page opens. */
const WORTH_RETURNING = /^\/(product|client\/purchase-account|sandbox|\w+\/cart)\b/i;

/** Where signing in leads from this page, and how: back to it, and to what was typed into its order form. */
export function useSignInPath(): (...query: 'mode=register'[]) => string {
  const { pathname, search } = useEntry();
  const intent = useOrderIntent();
  const back = encodeURIComponent(pathWithIntent(pathname + search, intent));
  const redirect = WORTH_RETURNING.test(pathname) ? [`redirect=${back}`] : [];
  return (...query) => `/login?${[...query, ...redirect].join('&')}`.replace(/\?$/, '');
}

const NAME = 'blocked-pass';

/** Of this tab only. */
const storage = createSafeStorage(() => sessionStorage);

/** Keeps the pass that a blocked user gets instead of a session; the ban page opens their conversation with it. */
export const keepBlockedPass = (pass: string): void => void storage.setItem(NAME, pass);

/** The pass of this tab; null if nobody blocked has signed in. */
export const findBlockedPass = (): string | null => storage.getItem(NAME) as string | null;

/** Forgets it, on signing out. */
const forgetBlockedPass = (): void => void storage.removeItem(NAME);
