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
type NewUser = RequestOf<'register'>['body'];

/** The required work may grow while the page computes, in three steps. */
const MOST_PROOFS = 4;

/**
 * Signs in. While the user's password is being guessed from many networks, the server asks for a proof of work, which
 * the page computes by itself. Throws ApiError; the caller shows the refusals of `quietFor` itself.
 */
export const signIn = (body: Credentials, quietFor: readonly ErrorName[] = []): Promise<SignIn> =>
  withProof('sign-in', body, quietFor, (sent, quiet) => call('login', { body: sent }, { quietFor: quiet }));

/** Signs up, and in; the same while very many sign up. */
export const signUp = (body: NewUser, quietFor: readonly ErrorName[] = []): Promise<SignIn> =>
  withProof('sign-up', body, quietFor, (sent, quiet) =>
    call('register', { body: sent }, { quietFor: quiet }),
  );

async function withProof<B extends Credentials | NewUser>(
  effort: 'sign-in' | 'sign-up',
  body: B,
  quietFor: readonly ErrorName[],
  send: (body: B, quietFor: readonly ErrorName[]) => Promise<SignIn>,
): Promise<SignIn> {
  let sent = body;
  for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
    try {
      return await send(sent, [...quietFor, 'proofNeeded']);
    } catch (error) {
      if (!isRefusal(error, 'proofNeeded')) throw error;
      const { username } = body;
      const { challenge, bits } = await call('createSignInChallenge', { body: { username, effort } });
      const { solveProof } = await import('./solve-proof.ts');
      sent = { ...body, proof: await solveProof(challenge, bits) };
    }
  }
  return send(sent, quietFor);
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
 * The requested page; a waiting order replaces the front page, and so does the back office for admins. A back-office page
 * that this admin may not open is replaced by the first that they may, or by the shop: the guard would sign them out
 * again.
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
  if (!FRONT_PAGES.has(wanted)) return wanted;
  const intent = findIntent();
  if (intent) return pathOfIntent(intent);
  return isAdmin && menus.length > 0 ? '/admin' : wanted;
}
