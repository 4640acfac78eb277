import { parseAddress } from '@portside/chain/networks/address';
import { create2PrefixOf } from '@portside/chain/networks/chains';
import type { DepositFactory } from '@portside/checkout/deposit-code';
import type { SweepFactory, SweepNetwork } from '@portside/contract';
import { batchesOf } from '@portside/checkout/sweep-call';
import type { Hex } from '../../lib/wallet/payment.ts';
import type { WalletProblem } from '../../lib/wallet/problems.ts';
import type { SweepStep } from '../../lib/wallet/operator/sweep.ts';

/** What is swept: the addresses of one factory. */
export type SweepTarget = { readonly network: SweepNetwork; readonly factory: SweepFactory };

/** The factory that this must be by its published code. */
export const publishedOf = ({
  network: { type, chain_id: chainId },
  factory,
}: SweepTarget): DepositFactory => ({
  prefix: create2PrefixOf(type, chainId),
  factory: parseAddress(type, factory.factory_address),
  treasury: parseAddress(type, factory.wallet_address),
});

type Batches = readonly (readonly Hex[])[];

/**
 * The batches to go on with when the batch `at` has failed: in halves where the call itself was refused, or failed in its
 * block, because it may take more gas or time than a transaction may have. Null if they stay as they are.
 */
export function batchesAfterFailure(batches: Batches, at: number, problem: WalletProblem): Batches | null {
  const failed = batches[at]!;
  if (problem !== 'contractFailed' || failed.length < 2) return null;
  const halves = batchesOf(failed, Math.ceil(failed.length / 2));
  return [...batches.slice(0, at), ...halves, ...batches.slice(at + 1)];
}

/**
 * The steps that count when the batch `at` has failed; the run goes on after them. A transaction that was sent and not
 * seen in time may still come into a block, so its batch is not sent again. Any other failed batch is.
 */
export function stepsAfterFailure(
  steps: readonly SweepStep[],
  at: number,
  problem: WalletProblem,
): readonly SweepStep[] {
  return steps[at]?.state === 'sent' && (problem === 'timeout' || problem === 'unconfirmed')
    ? steps
    : steps.slice(0, at);
}
