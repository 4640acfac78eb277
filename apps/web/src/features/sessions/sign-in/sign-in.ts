import type { SignIn } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../../lib/api/call.ts';

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
