import type { SignIn } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { ownPath } from '../../lib/browser/own-path.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { findIntent, pathOfIntent } from '../../lib/stored/order-intent.ts';
import { clearStored, storedState, updateStored } from '../../lib/stored/stored-state.ts';
import { forgetBlockedPass } from './blocked-pass.ts';

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
    // Admins with a required step go to the back office, which explains it.
    await navigate(toDo === null ? pageAfterSignIn(redirect, permissions) : '/admin', { replace: true });
  }

  /** Clears this browser's data, even if the server cannot be reached. */
  async function leave(to: '/' | '/login'): Promise<void> {
    clearStored();
    forgetBlockedPass();
    await navigate(to);
    forgetOwnAnswers();
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
    forgetOwnAnswers();
    const isAtSignIn = /^\/login\/*$/i.test(location.pathname);
    if (storedState().token !== null && isAtSignIn) await navigate('/', { replace: true });
    else if (!isAtSignIn) await navigate(location.pathname + location.search, { replace: true });
  }

  return { enter, leave, signOut, followOther };
}

/**
 * The requested page; an order that waits comes before the front page. In place of a page of the back office that the
 * admin may not open comes the first one that they may: the guard would sign them out again.
 */
function pageAfterSignIn(redirect: string | null, { menus }: SignIn['permissions']): string {
  const wanted = ownPath(redirect) ?? '/';
  if (/^\/admin/i.test(wanted) && menus.length > 0)
    return menus.some(({ path }) => isSamePage(path, wanted)) ? wanted : '/admin';
  const intent = FRONT_PAGES.has(wanted) ? findIntent() : null;
  return intent ? pathOfIntent(intent) : wanted;
}

const isSamePage = (path: string, wanted: string): boolean =>
  wanted
    .replace(/[?#].*/, '')
    .replace(/\/+$/, '')
    .toLowerCase() === path.toLowerCase();

const FRONT_PAGES = new Set(['/', '/client/main', '/mobile/index']);

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
