import type { SignIn } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../../lib/api/call.ts';

type Credentials = RequestOf<'login'>['body'];

/**
 * Signs in. While the user's password is being guessed from many networks, the server asks for a proof of work, which
 * the page computes by itself. Throws ApiError; the caller shows the refusals of `quietFor` itself.
 */
export async function signIn(body: Credentials, quietFor: readonly ErrorName[] = []): Promise<SignIn> {
  try {
    return await call('login', { body }, { quietFor: [...quietFor, 'proofNeeded'] });
  } catch (error) {
    if (!isRefusal(error, 'proofNeeded')) throw error;
    const { challenge, bits } = await call('createSignInChallenge', { body: { username: body.username } });
    const { solveProof } = await import('./solve-proof.ts');
    const proof = await solveProof(challenge, bits);
    return call('login', { body: { ...body, proof } }, { quietFor });
  }
}
