import { Button, Skeleton, TextInput } from '@mantine/core';
import { parseAddress } from '@portside/chain/networks/address';
import { chainsOf } from '@portside/chain/networks/chains';
import { sweepManyData } from '@portside/checkout/sweep-call';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { formatCoin, networkName } from '../../lib/networks/networks.ts';
import type { Signer } from '../../lib/wallet/operator/signer.ts';
import { type FactoryToken, sweepBatch, type SweepStep } from '../../lib/wallet/operator/sweep.ts';
import { useOperatorWallet } from '../../lib/wallet/operator/use-operator-wallet.ts';
import type { Hex } from '../../lib/wallet/payment.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { WalletConnection, OperatorWalletProblem } from '../../ui/wallet/wallet-connection.tsx';
import { SweepProgress, useSweepRun } from './sweep-progress.tsx';
import { publishedOf, type SweepTarget } from './sweep-steps.ts';
import classes from './sweeping.module.css';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { isAddress } from '../../lib/format/addresses.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

const WIDTH_PX = 620;
/** Addresses of one run. */
const MOST = 500;

type SweepSheetProps = { target: SweepTarget; onClose: () => void };

/** Sweeps a factory's addresses from a wallet of the operator's own. No key reaches the shop. */
export function SweepSheet({ target, onClose }: SweepSheetProps) {
  const { t } = useTranslation('admin');
  const { network, factory } = target;
  const { type, chain_id: chainId } = network;
  const wallet = useOperatorWallet({ network: type, chainId });
  const source = {
    factory: publishedOf(target),
    token: parseAddress(type, network.contract_address),
  };
  const { run, start, resume, stop } = useSweepRun(source, type);
  const { signer } = wallet;
  return (
    <Sheet
      title={t('sweeping.sheet', { network: networkName(type) })}
      side="end"
      size={WIDTH_PX}
      onClose={onClose}
    >
      <div className={classes.sheet}>
        <p className={classes.quiet}>
          {t('sweeping.only')} <code translate="no">{factory.wallet_address}</code>
        </p>
        <WalletConnection wallet={wallet} network={type} />
        {run.state === 'idle' ? (
          <Choice
            target={target}
            source={source}
            signer={signer}
            onStart={(salts) => signer && void start(signer, salts)}
          />
        ) : (
          <>
            <SweepProgress run={run} network={network} />
            {run.problem && <OperatorWalletProblem problem={run.problem} network={type} />}
            {run.state === 'running' && (
              <Button variant="default" onClick={stop}>
                {t('sweeping.run.stop')}
              </Button>
            )}
            {run.state === 'stopped' && (
              <Button disabled={!signer} onClick={() => signer && void resume(signer)}>
                {t('sweeping.run.resume')}
              </Button>
            )}
            {run.state === 'finished' && <Callout tone="good">{t('sweeping.run.finished')}</Callout>}
          </>
        )}
        <OtherToken target={target} signer={signer} />
      </div>
    </Sheet>
  );
}

type Choices = 'worth_sweeping' | 'funded';

type ChoiceProps = {
  target: SweepTarget;
  source: FactoryToken;
  signer: Signer | null;
  onStart: (salts: readonly Hex[]) => void;
};

/** Which addresses are swept, and what the first transaction costs. */
function Choice({ target: { network, factory }, source, signer, onStart }: ChoiceProps) {
  const { t } = useTranslation('admin');
  const [wants, setWants] = useState<Choices>(
    factory.worth_sweeping.addresses > 0 ? 'worth_sweeping' : 'funded',
  );
  const filter = {
    type: network.type,
    factory_address: factory.factory_address,
    limit: MOST,
    ...(wants === 'worth_sweeping' && { worth_sweeping: 'true' as const }),
  };
  const { data, error, isError, refetch } = useQuery({
    ...query('listSweepable', { query: filter }),
    staleTime: 0,
  });
  const { sweepBatch } = chainsOf(network.type);
  const count = data?.items.length ?? 0;
  const salts = data?.items.map(({ salt }) => salt as Hex) ?? [];
  return (
    <>
      <ChoiceRow
        fullWidth
        aria-label={t('sweeping.choice.label')}
        value={wants}
        onChange={setWants}
        data={[
          {
            value: 'worth_sweeping',
            label: t('sweeping.choice.worth_sweeping', { count: factory.worth_sweeping.addresses }),
          },
          { value: 'funded', label: t('sweeping.choice.funded', { count: factory.funded.addresses }) },
        ]}
      />
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={60} />}
      {data && count === 0 && <p className={classes.quiet}>{t('sweeping.choice.none')}</p>}
      {count > 0 && (
        <>
          {data?.next_cursor && <Callout tone="info">{t('sweeping.choice.first', { count })}</Callout>}
          {signer && (
            <Fee network={network} source={source} signer={signer} salts={salts.slice(0, sweepBatch)} />
          )}
          <Button size="md" disabled={!signer} onClick={() => onStart(salts)}>
            {t('sweeping.choice.start', { count })}
          </Button>
          <p className={classes.quiet}>
            {t('sweeping.choice.transactions', { count: Math.ceil(count / sweepBatch), most: sweepBatch })}
          </p>
        </>
      )}
    </>
  );
}

type FeeProps = Omit<ChoiceProps, 'target' | 'onStart'> & {
  network: SweepTarget['network'];
  signer: Signer;
  salts: readonly Hex[];
};

/** Estimated by the wallet's own node from a trial of the first transaction. */
function Fee({ network: { type }, source, signer, salts }: FeeProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { account, owner } = signer;
  const { data } = useQuery({
    queryKey: ['sweep fee', type, owner, source.factory.factory, salts],
    queryFn: async () => {
      const call = { to: source.factory.factory, data: sweepManyData(source.token, salts) };
      const [fee, coin] = await Promise.all([account.feeOf(owner, call), account.coinOf(owner)]);
      return { fee, coin, isEnough: coin >= fee };
    },
    retry: false,
    staleTime: 30_000,
  });
  if (!data) return null;
  const shown = {
    fee: formatCoin(type, data.fee, language),
    coin: formatCoin(type, data.coin, language),
  };
  return <p className={data.isEnough ? classes.quiet : classes.bad}>{t('sweeping.choice.fee', shown)}</p>;
}

/** How the contracts name the network's coin. */
const COIN: Hex = `0x${'0'.repeat(40)}`;

type OtherTokenProps = { target: SweepTarget; signer: Signer | null };

/** What was sent to a buyer's address by mistake: another token, or the coin. It is returned by hand. */
function OtherToken({ target, signer }: OtherTokenProps) {
  const { network, factory } = target;
  const { t } = useTranslation('admin');
  const { type } = network;
  const [isOpen, open] = useState(false);
  const [address, setAddress] = useState('');
  const [token, setToken] = useState('');
  const [step, setStep] = useState<SweepStep | null>(null);
  const [fault, setFault] = useState<'unknown' | null>(null);
  const [problem, setProblem] = useState<WalletProblem | null>(null);
  const isReady = isAddress(type, address.trim()) && (token.trim() === '' || isAddress(type, token.trim()));

  const sweep = useThrottledAction(async () => {
    if (!signer) return;
    setStep(null);
    setProblem(null);
    const query = { type, factory_address: factory.factory_address, address: address.trim() };
    const { items } = await call('listSweepable', { query });
    const [found] = items;
    setFault(found ? null : 'unknown');
    if (!found) return;
    const wanted = token.trim() === '' ? COIN : parseAddress(type, token.trim());
    const source = { factory: publishedOf(target), token: wanted };
    try {
      await sweepBatch(signer, source, [found.salt as Hex], setStep);
    } catch (error) {
      setProblem(failureOf(error, 'paymentFailed').problem);
    }
  });

  return (
    <section className={classes.other}>
      <Button variant="subtle" size="compact-md" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {t('sweeping.other.title')}
      </Button>
      {isOpen && (
        <div className={classes.sheet}>
          <p className={classes.quiet}>{t('sweeping.other.text')}</p>
          <TextInput
            label={t('sweeping.other.address')}
            value={address}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <TextInput
            label={t('sweeping.other.token')}
            description={t('sweeping.other.tokenHint')}
            value={token}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          {fault && <Callout tone="warn">{t('sweeping.other.unknown')}</Callout>}
          {step && <Result step={step} />}
          {problem && <OperatorWalletProblem problem={problem} network={type} />}
          <ThrottledButton action={sweep} variant="default" disabled={!signer || !isReady}>
            {t('sweeping.other.sweep')}
          </ThrottledButton>
        </div>
      )}
    </section>
  );
}

function Result({ step }: { step: SweepStep }) {
  const { t } = useTranslation('admin');
  return (
    <Callout tone={step.state === 'done' ? 'good' : 'info'}>
      {t(`sweeping.run.${step.state}`)}{' '}
      {'hash' in step && (
        <code translate="no" className={classes.hash}>
          {step.hash}
        </code>
      )}
    </Callout>
  );
}
