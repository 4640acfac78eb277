import { Progress } from '@mantine/core';
import { toMicro } from '@portside/chain/token/units';
import { explorerTxUrl } from '@portside/chain/networks/explorer';
import { recordOf } from '@portside/chain/networks/registry';
import type { SweepNetwork, Network } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { type SweepStep, sweepBatch, type FactoryToken } from '../../lib/wallet/operator/sweep.ts';
import { LinkedCode } from '../../ui/data/address-text.tsx';
import { Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './sweeping.module.css';
import { batchesOf } from '@portside/checkout/sweep-call';
import { chainsOf } from '@portside/chain/networks/chains';
import type { Hex } from '../../lib/wallet/payment.ts';
import type { Signer } from '../../lib/wallet/operator/signer.ts';
import { batchesAfterFailure, stepsAfterFailure } from './sweep-steps.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';

const ASK_EVERY_MS = 3_000;

/** A sweep's progress, and each of its transactions until it is in the books. */
export function SweepProgress({ run, network }: { run: SweepRun; network: SweepNetwork }) {
  const { t } = useTranslation('admin');
  const all = run.batches.reduce((sum, { length }) => sum + length, 0);
  const done = run.steps
    .filter(({ state }) => state === 'done' || state === 'nothing')
    .reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={classes.progress}>
      <p className={classes.factory}>
        <strong>{t('sweeping.run.progress')}</strong>
        <span className="figures">{t('sweeping.run.count', { done, all })}</span>
      </p>
      <Progress
        value={all === 0 ? 0 : (100 * done) / all}
        animated={run.state === 'running'}
        aria-label={t('sweeping.run.progress')}
      />
      <ol className={classes.transactions}>
        {run.steps.map((step, index) => (
          <li key={run.batches[index]?.[0]}>
            <Transaction step={step} network={network} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Transaction({ step, network }: { step: SweepStep; network: SweepNetwork }) {
  const { t } = useTranslation('admin');
  const hash = 'hash' in step ? step.hash : null;
  const books = useQuery({
    ...query('listSweeps', { query: { type: network.type, tx_hash: hash ?? '' } }),
    enabled: step.state === 'done',
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.items.length ? false : ASK_EVERY_MS),
  });
  const isRecorded = books.data !== undefined && books.data.items.length > 0;
  useLookAgain(isRecorded);
  if (step.state === 'nothing')
    return (
      <p className={classes.factory}>
        <span>{t('sweeping.addresses', { count: step.count })}</span>
        <StatusBadge tone="neutral">{t('sweeping.run.nothing')}</StatusBadge>
      </p>
    );
  const amount = formatMicro(toMicro(step.units, recordOf(network.type).token.decimals));
  const state = isRecorded ? 'recorded' : step.state;
  return (
    <>
      <p className={classes.factory}>
        <span>
          <Money amount={amount} /> ·{' '}
          {t('sweeping.addresses', { count: 'addresses' in step ? step.addresses : step.count })}
        </span>
        <StatusBadge tone={TONES[state]} isLive={!isRecorded}>
          {t(`sweeping.run.${state}`)}
        </StatusBadge>
      </p>
      {hash && <TransactionHash network={network} hash={hash} />}
    </>
  );
}

/** Swept amounts leave the lists below once they are in the books, which is after the run. */
function useLookAgain(isRecorded: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isRecorded) return;
    for (const name of ['readSweeping', 'listSweepable', 'listSweeps'] as const)
      void client.invalidateQueries({ queryKey: queryKey(name) });
  }, [client, isRecorded]);
}

const TONES = { signing: 'warn', sent: 'info', done: 'info', recorded: 'good' } as const;

function TransactionHash({ network, hash }: { network: SweepNetwork; hash: string }) {
  const hex = `0x${hash.replace(/^0x/, '')}` as const;
  const page = explorerTxUrl(network.type, network.chain_id, hex);
  return (
    <p className={classes.quiet}>
      <LinkedCode href={page} text={hash} />
    </p>
  );
}

/** Batches that have begun, in order; those after them wait. */
type SweepRun = {
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
