import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { clearStored, storedState, updateStored } from '../../lib/stored/stored-state.ts';
import { forgetBlockedPass } from './blocked-pass.ts';

/** Signing out in this browser: stored state, cache and navigation. `useEnter` signs in. */
export function useSessionActions() {
  const navigate = useNavigate();
  const client = useQueryClient();

  /** Clears this browser's data, even if the server cannot be reached; `putBack` restores what is to outlive that. */
  async function leave(to: string, putBack?: () => void): Promise<void> {
    clearStored();
    forgetBlockedPass();
    putBack?.();
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
    if (storedState().token !== null && isAtSignIn) await navigate('/', { replace: true });
    else if (!isAtSignIn) await navigate(location.pathname + location.search, { replace: true });
  }

  return { leave, signOut, followOther };
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

export const forgetOwnAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });
