import { payingSalts, sweepManyData } from '@portside/checkout/sweep-call';
import type { DepositFactory } from '@portside/checkout/deposit-code';
import type { Hex } from '../payment.ts';
import { WalletFailure } from '../problems.ts';
import { checkFactory } from '../read-factory.ts';
import { checkOwner, type Signer } from './signer.ts';

/** What is swept: a token on addresses of one factory. The zero address stands for the coin. */
export type FactoryToken = { readonly factory: DepositFactory; readonly token: Hex };

type SweptBatch = { readonly hash: string; readonly units: bigint; readonly addresses: number };

/**
 * One step of a sweep. `nothing`: none of the addresses has anything that the token lets go. `signing` asks the wallet;
 * `sent` is with the network, `done` in a block.
 */
export type SweepStep = { readonly count: number } & (
  | { readonly state: 'nothing' }
  | { readonly state: 'signing'; readonly units: bigint }
  | ({ readonly state: 'sent' | 'done' } & SweptBatch)
);

/**
 * Sweeps these addresses with one transaction. The wallet's own node is asked first for the factory's code, and what would
 * leave each address: those that were swept meanwhile, or that the token refuses, are left out, so that nothing is paid
 * for them.
 */
export async function sweepBatch(
  signer: Signer,
  { factory, token }: FactoryToken,
  salts: readonly Hex[],
  report: (step: SweepStep) => void,
): Promise<void> {
  const { account, owner } = signer;
  await checkFactory(account, factory);
  const callOf = (some: readonly Hex[]) => ({ to: factory.factory, data: sweepManyData(token, some) });
  const { paying, units } = readTrial(await account.tryCall(owner, callOf(salts)), salts);
  const count = salts.length;
  if (paying.length === 0) return report({ count, state: 'nothing' });
  report({ count, state: 'signing', units });
  await checkOwner(signer, callOf(paying));
  const hash = await account.send(owner, callOf(paying));
  const sent = { count, hash, units, addresses: paying.length };
  report({ ...sent, state: 'sent' });
  await account.settled(hash, 'unconfirmed');
  report({ ...sent, state: 'done' });
}

function readTrial(...trial: Parameters<typeof payingSalts>): ReturnType<typeof payingSalts> {
  try {
    return payingSalts(...trial);
  } catch (error) {
    throw new WalletFailure('contractFailed', error);
  }
}
