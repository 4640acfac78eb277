import type { SignIn } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/call.ts';
import { ownPath } from '../../lib/browser/own-path.ts';
import { clearStored, storedState, updateStored } from '../../lib/stored/stored-state.ts';

/** Signing in and out on this browser: what is stored, what is cached, and where to go then. */
export function useSessionActions() {
  const navigate = useNavigate();
  const client = useQueryClient();

  const forgetOwnAnswers = () =>
    client.removeQueries({ predicate: ({ queryKey }) => !PUBLIC.has(queryKey[0]) });

  /** Takes over a fresh sign-in and opens the page that was asked for. */
  async function enter(
    { token, user, permissions, to_do: toDo }: SignIn,
    redirect: string | null,
  ): Promise<void> {
    forgetOwnAnswers();
    updateStored({ token, user, permissions });
    // The back office says what an admin must do before anything else.
    await navigate(toDo === null ? (ownPath(redirect) ?? '/') : '/admin', { replace: true });
  }

  /** Clears this browser even if the server cannot be told. */
  async function leave(to: '/' | '/login'): Promise<void> {
    clearStored();
    await navigate(to);
    forgetOwnAnswers();
    // The reader's choice of language went with the rest.
    void client.invalidateQueries();
  }

  async function signOut(): Promise<void> {
    // Sent with the token, which is forgotten before the answer: else the end of the session makes pages ask again.
    const told = call('logout', {}, { isQuiet: true }).catch(() => undefined);
    await leave('/');
    await told;
  }

  /** Another tab signed in or out: its guard looks at this page again. At the sign-in it would sign everybody out. */
  async function followOther(): Promise<void> {
    forgetOwnAnswers();
    const isAtSignIn = /^\/login\/*$/i.test(location.pathname);
    if (storedState().token !== null && isAtSignIn) await navigate('/', { replace: true });
    else if (!isAtSignIn) await navigate(location.pathname + location.search, { replace: true });
  }

  return { enter, leave, signOut, followOther };
}

/** Answers that do not depend on who asks. */
const PUBLIC = new Set<unknown>([
  'readSiteConfig',
  'listEnabledPaymentMethods',
  'listGoods',
  'listCategories',
  'readLiveFigures',
  'readSandbox',
]);
