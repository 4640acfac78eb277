import { checkoutBytecode } from '@portside/checkout/generated/checkout';
import { depositFactoryBytecode } from '@portside/checkout/generated/deposit-factory';
import type { Hex } from '../payment.ts';
import type { Sendable } from '../wallet.ts';
import { checkOwner, type Signer } from './signer.ts';

const word = (address: Hex): string => address.slice(2).padStart(64, '0');

/** The published code with its arguments; what any of these contracts pays can only go to the treasury. */
export const factoryDeployment = (treasury: Hex): Sendable => ({
  to: null,
  data: `${depositFactoryBytecode}${word(treasury)}`,
});

export const checkoutDeployment = (token: Hex, treasury: Hex): Sendable => ({
  to: null,
  data: `${checkoutBytecode}${word(token)}${word(treasury)}`,
});

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
  await account.settled(hash, 'timeout');
  return account.deployedBy(hash);
}
