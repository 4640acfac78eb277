import type { SignIn } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '../../lib/router/hooks.ts';
import { claimIntent } from '../../lib/stored/save-intent.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { pageAfterSignIn } from './page-after-sign-in.ts';
import { forgetOwnAnswers } from './use-session-actions.ts';

/** Signing in in this browser: stores a new sign-in and opens the requested page. */
export function useEnter(): (signIn: SignIn, redirect: string | null) => Promise<void> {
  const navigate = useNavigate();
  const client = useQueryClient();
  return async ({ token, user, permissions, to_do: toDo }, redirect) => {
    forgetOwnAnswers(client);
    updateStored({ token, user, permissions });
    claimIntent(user.id);
    // Admins with a required step go to the back office, which explains it.
    const person = { isAdmin: user.isAdmin, menus: permissions.menus };
    await navigate(toDo === null ? pageAfterSignIn(redirect, person) : '/admin', { replace: true });
  };
}
