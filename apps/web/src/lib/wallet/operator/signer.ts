import type { Hex } from '../payment.ts';
import { WalletFailure } from '../problems.ts';
import type { OperatorAccount, Sendable } from '../wallet.ts';

/** A connected wallet of an operator: whose, and on which chain it must be. */
export type Signer = { readonly account: OperatorAccount; readonly owner: Hex; readonly chainId: number };

/**
 * Before each request to sign: the wallet still shows the same owner and chain, and has the coins for the fee. Answers
 * the fee, in the coin's smallest unit.
 */
export async function checkOwner({ account, owner, chainId }: Signer, call: Sendable): Promise<bigint> {
  const [address, chain] = await Promise.all([account.currentAddress(), account.chainId()]);
  if (address === null) throw new WalletFailure('notConnected');
  if (address !== owner) throw new WalletFailure('walletChanged');
  if (chain !== null && chain !== chainId) throw new WalletFailure('wrongNetwork');
  const [fee, coin] = await Promise.all([account.feeOf(owner, call), account.coinOf(owner)]);
  if (coin < fee) throw new WalletFailure('insufficientCoin');
  return fee;
}

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
