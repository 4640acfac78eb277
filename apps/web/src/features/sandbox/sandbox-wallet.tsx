import { Button, TextInput } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './sandbox-wallet.module.css';
import { isPayable, isSameAmount, partOf, readTyped, shiftAmount } from './wallet-amount.ts';
import { recordOf } from '@portside/chain/networks/registry';
import { OwnWalletForm } from './own-wallet-form.tsx';

type Props = {
  type: Network;
  to: string;
  /** What a top-up asks for; absent: an own address, to which any amount may be paid. */
  amount?: string;
  /** Whether only that amount tells whose payment it is. */
  isExact?: boolean;
  /** Of an own address: what is credited at once. */
  minimum?: string;
};

const ONE = 1_000_000n;
const USUAL = '20';

/** A test-money wallet that pays on the local chain. Sandbox only. */
export default function SandboxWallet({ type, to, amount = USUAL, isExact = false, minimum }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(amount);
  const [txHash, setTxHash] = useState<string | null>(null);
  const send = useThrottledAction(async () => {
    // A wallet sends what was confirmed, whatever the page does.
    const sent = await call(
      'sendSandboxTransfer',
      { body: { type, to, amount: readTyped(typed) } },
      { keepalive: true },
    );
    setTxHash(sent.tx_hash);
  });

  const presets = [
    { name: isExact ? t('recharges.sandbox.exact') : amount, value: amount },
    {
      name: t(isExact ? 'recharges.sandbox.less' : 'recharges.sandbox.fee'),
      value: shiftAmount(amount, -ONE),
    },
    minimum === undefined
      ? { name: t('recharges.sandbox.more'), value: shiftAmount(amount, ONE) }
      : { name: t('recharges.sandbox.small'), value: partOf(minimum) },
  ];
  return (
    <section className={classes.wallet} aria-labelledby="sandbox-wallet">
      <h2 className={classes.title} id="sandbox-wallet">
        {t('recharges.sandbox.title')}
      </h2>
      <p className={classes.lede}>{t('recharges.sandbox.lede')}</p>
      <div className={classes.to}>
        {t('recharges.sandbox.to')} <code>{to}</code>
      </div>
      <TextInput
        label={t('recharges.sandbox.amount')}
        inputMode="decimal"
        autoComplete="off"
        classNames={{ input: 'figures' }}
        value={typed}
        error={!isPayable(readTyped(typed)) && t('recharges.sandbox.invalid')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={classes.presets}>
        {presets.map(({ name, value }) => (
          <Button
            key={name}
            size="compact-sm"
            variant={value === typed.trim() ? 'light' : 'default'}
            aria-pressed={value === typed.trim()}
            onClick={() => setTyped(value)}
          >
            {name}
          </Button>
        ))}
      </div>
      {isExact && isPayable(readTyped(typed)) && !isSameAmount(readTyped(typed), amount) && (
        <p className={classes.differs}>{t('recharges.sandbox.differs')}</p>
      )}
      <ThrottledButton action={send} disabled={!isPayable(readTyped(typed))} color="signal.6" fullWidth>
        {t('recharges.sandbox.send')}
      </ThrottledButton>
      {txHash !== null && (
        <output className={classes.sent}>
          {t('recharges.sandbox.sent')}
          <CopyButton text={txHash} label={t('recharges.sandbox.copyHash')} />
        </output>
      )}
      <OwnWallet type={type} amount={amount} />
    </section>
  );
}

/** What a visitor needs to pay from a wallet of their own: the local chain, test USDT and coin for fees. */
function OwnWallet({ type, amount }: { type: Network; amount: string }) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  if (recordOf(type).family !== 'evm') return null;
  return (
    <div className={classes.own}>
      <Button variant="subtle" size="compact-sm" px={0} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {t('recharges.sandbox.own.title')}
      </Button>
      {isOpen && <OwnWalletForm type={type} amount={amount} />}
    </div>
  );
}
