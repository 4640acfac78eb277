import { batchesOf } from '@portside/checkout/sweep-call';
import type { Hex } from '../../lib/wallet/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryKey } from '../../lib/api/query.ts';
import type { Signer } from '../../lib/wallet/operator/signer.ts';
import { sweepBatch, type FactoryToken, type SweepStep } from '../../lib/wallet/operator/sweep.ts';
import { stepsAfterFailure } from './steps-after-failure.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';

/** Batches that have begun, in order; those after them wait. */
export type SweepRun = {
  readonly state: 'idle' | 'running' | 'stopped' | 'finished';
  readonly batches: readonly (readonly Hex[])[];
  readonly steps: readonly SweepStep[];
  readonly problem: WalletProblem | null;
};

const START: SweepRun = { state: 'idle', batches: [], steps: [], problem: null };

/** Sweeps addresses batch by batch. A refused or failed transaction stops it; it goes on with the same batch. */
export function useSweepRun(source: FactoryToken) {
  const client = useQueryClient();
  const [run, setRun] = useState<SweepRun>(START);
  /** Asked for by the operator; the transaction that the wallet shows now is still awaited. */
  const isStopping = useRef(false);

  const go = async (signer: Signer, batches: readonly (readonly Hex[])[], done: readonly SweepStep[]) => {
    const steps = [...done];
    isStopping.current = false;
    setRun({ state: 'running', batches, steps: done, problem: null });
    for (const [at, salts] of batches.entries()) {
      if (at < done.length) continue;
      if (isStopping.current) return setRun({ state: 'stopped', batches, steps: [...steps], problem: null });
      try {
        await sweepBatch(signer, source, salts, (step) => {
          steps[at] = step;
          setRun({ state: 'running', batches, steps: [...steps], problem: null });
        });
      } catch (error) {
        const { problem } = failureOf(error, 'paymentFailed');
        return setRun({ state: 'stopped', batches, steps: stepsAfterFailure(steps, at, problem), problem });
      }
    }
    setRun({ state: 'finished', batches, steps: [...steps], problem: null });
    await client.invalidateQueries({ queryKey: queryKey('readSweeping') });
    await client.invalidateQueries({ queryKey: queryKey('listSweepable') });
  };

  return {
    run,
    start: (signer: Signer, salts: readonly Hex[]) => go(signer, batchesOf(salts), []),
    resume: (signer: Signer) => go(signer, run.batches, run.steps),
    stop: () => void (isStopping.current = true),
  };
}
