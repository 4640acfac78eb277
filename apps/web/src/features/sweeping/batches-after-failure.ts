import { batchesOf } from '@portside/checkout/sweep-call';
import type { Hex } from '../../lib/wallet/payment.ts';
import type { WalletProblem } from '../../lib/wallet/problems.ts';

type Batches = readonly (readonly Hex[])[];

/**
 * The batches to go on with when the batch `at` has failed: in halves where the call itself was refused, or failed in its
 * block, because it may take more gas or time than a transaction may have. Null where they stay as they are.
 */
export function batchesAfterFailure(batches: Batches, at: number, problem: WalletProblem): Batches | null {
  const failed = batches[at]!;
  if (problem !== 'contractFailed' || failed.length < 2) return null;
  const halves = batchesOf(failed, Math.ceil(failed.length / 2));
  return [...batches.slice(0, at), ...halves, ...batches.slice(at + 1)];
}
