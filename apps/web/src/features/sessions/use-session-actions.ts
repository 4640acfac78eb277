import type { SignIn } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { claimIntent, findIntent, pathWithIntent, saveIntent } from '../../lib/stored/order-intent.ts';
import { clearStored, storedState, updateStored } from '../../lib/stored/stored-state.ts';
import { forgetBlockedPass } from './blocked-pass.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';

/** Signing in and out in this browser: stored state, cache and navigation. */
export function useSessionActions() {
  const navigate = useNavigate();
  const client = useQueryClient();

  const forgetOwnAnswers = () =>
    client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });

  /** Stores a new sign-in and opens the requested page. */
  async function enter(
    { token, user, permissions, to_do: toDo }: SignIn,
    redirect: string | null,
  ): Promise<void> {
    forgetOwnAnswers();
    updateStored({ token, user, permissions });
    claimIntent(user.id);
    // Admins with a required step go to the back office, which explains it.
    const person = { isAdmin: user.isAdmin, menus: permissions.menus };
    await navigate(toDo === null ? pageAfterSignIn(redirect, person) : '/admin', { replace: true });
  }

  /** Clears this browser's data, even if the server cannot be reached. */
  async function leave(to: string, putBack?: () => void): Promise<void> {
    clearStored();
    forgetBlockedPass();
    putBack?.();
    await navigate(to);
    forgetOwnAnswers();
    // The chosen language was cleared as well.
    void client.invalidateQueries();
  }

  /** The same when the session has expired: signing in again comes back to the page, and to the order prepared on it. */
  async function leaveExpired(): Promise<void> {
    const back = pathWithIntent(location.pathname + location.search, findIntent());
    await leave(`/login?redirect=${encodeURIComponent(back)}`, saveIntent());
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
    forgetOwnAnswers();
    const isAtSignIn = /^\/login\/*$/i.test(location.pathname);
    if (storedState().token !== null && isAtSignIn) await navigate('/', { replace: true });
    else if (!isAtSignIn) await navigate(location.pathname + location.search, { replace: true });
  }

  return { enter, leave, leaveExpired, signOut, followOther };
}

/** Answers that are the same for every user. */
const PUBLIC = new Set<unknown>([
  'readSiteConfig',
  'listEnabledPaymentMethods',
  'listGoods',
  'readGoods',
  'listCategories',
  'readLiveFigures',
  'readSandbox',
]);
