import type { SignIn } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '../../../lib/site-location.tsx';
import { claimIntent, findIntent, pathOfIntent } from '../../../lib/stored/order-intent.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { forgetOwnAnswers } from '../use-session.ts';
import { ownPath } from '../../../lib/format/links.ts';

type Credentials = RequestOf<'login'>['body'];

/** The work that is due may grow while the page computes, in three steps. */
const MOST_PROOFS = 4;

/**
 * Signs in. While the user's password is being guessed from many networks, the server asks for a proof of work, which
 * the page computes by itself. Throws ApiError; the caller shows the refusals of `quietFor` itself.
 */
export async function signIn(body: Credentials, quietFor: readonly ErrorName[] = []): Promise<SignIn> {
  let sent = body;
  for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
    try {
      return await call('login', { body: sent }, { quietFor: [...quietFor, 'proofNeeded'] });
    } catch (error) {
      if (!isRefusal(error, 'proofNeeded')) throw error;
      sent = { ...body, proof: await computeProof(body.username) };
    }
  }
  return call('login', { body: sent }, { quietFor });
}

async function computeProof(username: string): Promise<Credentials['proof']> {
  const { challenge, bits } = await call('createSignInChallenge', { body: { username } });
  const { solveProof } = await import('./solve-proof.ts');
  return solveProof(challenge, bits);
}

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

type Person = { readonly isAdmin: boolean; readonly menus: SignIn['permissions']['menus'] };

const FRONT_PAGES = new Set(['/', '/client/main', '/mobile/index']);

/**
 * The requested page; an order that waits comes before the front page. In place of a page for admins that the admin may
 * not open comes the first one that they may, or the shop: the guard would sign them out again.
 */
export function pageAfterSignIn(redirect: string | null, { isAdmin, menus }: Person): string {
  const wanted = ownPath(redirect) ?? '/';
  const path = wanted
    .replace(/[?#].*/, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  // As for the guard, any path with the word is for admins.
  if (isAdmin && path.includes('admin') && !menus.some((menu) => menu.path.toLowerCase() === path))
    return menus.length > 0 ? '/admin' : '/';
  const intent = FRONT_PAGES.has(wanted) ? findIntent() : null;
  return intent ? pathOfIntent(intent) : wanted;
}
