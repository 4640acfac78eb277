import type { SweepStep } from '../../lib/wallet/operator/sweep.ts';
import type { WalletProblem } from '../../lib/wallet/problems.ts';

/**
 * The steps that count when the batch `at` has failed; the run goes on after them. A transaction that was sent and not
 * seen in time may still come into a block, so its batch is not sent again. Any other failed batch is.
 */
export function stepsAfterFailure(
  steps: readonly SweepStep[],
  at: number,
  problem: WalletProblem,
): readonly SweepStep[] {
  return steps[at]?.state === 'sent' && problem === 'timeout' ? steps : steps.slice(0, at);
}
