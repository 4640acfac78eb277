import type { Hex } from '../payment.ts';
import type { Sendable } from '../wallet.ts';
import { checkOwner, type Signer } from './signer.ts';

/** Deploys a contract from the owner's wallet, and answers its address once it is in a block. */
export async function deploy(
  signer: Signer,
  deployment: Sendable,
  onSent: (hash: string) => void,
): Promise<Hex> {
  await checkOwner(signer, deployment);
  const { account, owner } = signer;
  const hash = await account.send(owner, deployment);
  onSent(hash);
  await account.settled(hash, 'unconfirmed');
  return account.deployedBy(hash);
}
