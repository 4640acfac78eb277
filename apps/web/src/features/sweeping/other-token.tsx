import { Button, TextInput } from '@mantine/core';
import { parseAddress } from '@portside/chain/networks/address';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { isAddress } from '../../lib/format/is-address.ts';
import type { Signer } from '../../lib/wallet/operator/signer.ts';
import { sweepBatch, type SweepStep } from '../../lib/wallet/operator/sweep.ts';
import type { Hex } from '../../lib/wallet/payment.ts';
import { failureOf, type WalletProblem } from '../../lib/wallet/problems.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { OperatorWalletProblem } from '../../ui/wallet/wallet-connection.tsx';
import { publishedOf, type SweepTarget } from './sweep-target.ts';
import classes from './sweeping.module.css';

/** How the contracts name the network's coin. */
const COIN: Hex = `0x${'0'.repeat(40)}`;

type Props = { target: SweepTarget; signer: Signer | null };

/** What was sent to a buyer's address by mistake: another token, or the coin. It is returned by hand. */
export function OtherToken({ target, signer }: Props) {
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
      {t(`sweeping.run.${step.state}`)} {'hash' in step && <code className={classes.hash}>{step.hash}</code>}
    </Callout>
  );
}
