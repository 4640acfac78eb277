import { batchesOf } from '@portside/checkout/sweep-call';
import { chainsOf } from '@portside/chain/networks/chains';
import type { Network } from '@portside/contract';
import type { Hex } from '../../lib/wallet/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryKey } from '../../lib/api/query.ts';
import type { Signer } from '../../lib/wallet/operator/signer.ts';
import { sweepBatch, type FactoryToken, type SweepStep } from '../../lib/wallet/operator/sweep.ts';
import { batchesAfterFailure } from './batches-after-failure.ts';
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

/**
 * Sweeps addresses batch by batch. A refused or failed transaction stops it; it goes on with the same batch. One that would
 * fail is tried again in halves before anything is sent, and one that failed in its block when the operator goes on.
 */
export function useSweepRun(source: FactoryToken, network: Network) {
  const client = useQueryClient();
  const [run, setRun] = useState<SweepRun>(START);
  /** Asked for by the operator; the transaction that the wallet shows now is still awaited. */
  const isStopping = useRef(false);

  const go = async (signer: Signer, all: SweepRun['batches'], done: readonly SweepStep[]) => {
    let batches = all;
    const steps = [...done];
    isStopping.current = false;
    setRun({ state: 'running', batches, steps: done, problem: null });
    for (let at = done.length; at < batches.length; at += 1) {
      const salts = batches[at]!;
      if (isStopping.current) return setRun({ state: 'stopped', batches, steps: [...steps], problem: null });
      try {
        await sweepBatch(signer, source, salts, (step) => {
          steps[at] = step;
          setRun({ state: 'running', batches, steps: [...steps], problem: null });
        });
      } catch (error) {
        const { problem } = failureOf(error, 'paymentFailed');
        const halved = batchesAfterFailure(batches, at, problem);
        batches = halved ?? batches;
        if (halved && steps[at] === undefined) {
          at -= 1;
          continue;
        }
        return setRun({ state: 'stopped', batches, steps: stepsAfterFailure(steps, at, problem), problem });
      }
    }
    setRun({ state: 'finished', batches, steps: [...steps], problem: null });
    await client.invalidateQueries({ queryKey: queryKey('readSweeping') });
    await client.invalidateQueries({ queryKey: queryKey('listSweepable') });
  };

  return {
    run,
    start: (signer: Signer, salts: readonly Hex[]) =>
      go(signer, batchesOf(salts, chainsOf(network).sweepBatch), []),
    resume: (signer: Signer) => go(signer, run.batches, run.steps),
    stop: () => void (isStopping.current = true),
  };
}
