import { Button, TextInput } from '@mantine/core';
import type { Network } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../lib/api/query.ts';
import { isAddress } from '../../lib/format/addresses.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './sandbox-wallet.module.css';
import { recordOf } from '@portside/chain/networks/registry';

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
  const { t } = useTranslation('service');
  const [typed, setTyped] = useState(amount);
  const [txHash, setTxHash] = useState<string | null>(null);
  const send = useThrottledAction(async () => {
    // Like a real wallet, it sends what was confirmed even if the page closes.
    const sent = await call(
      'sendSandboxTransfer',
      { body: { type, to, amount: readTyped(typed) } },
      { keepalive: true },
    );
    setTxHash(sent.tx_hash);
  });

  const presets = [
    { name: isExact ? t('testWallet.exact') : amount, value: amount },
    {
      name: t(isExact ? 'testWallet.less' : 'testWallet.fee'),
      value: shiftAmount(amount, -ONE),
    },
    minimum === undefined
      ? { name: t('testWallet.more'), value: shiftAmount(amount, ONE) }
      : { name: t('testWallet.small'), value: partOf(minimum) },
  ];
  return (
    <section className={classes.wallet} aria-labelledby="sandbox-wallet">
      <h2 className={classes.title} id="sandbox-wallet">
        {t('testWallet.title')}
      </h2>
      <p className={classes.lede}>{t('testWallet.lede')}</p>
      <div className={classes.to}>
        {t('testWallet.to')} <code translate="no">{to}</code>
      </div>
      <TextInput
        label={t('testWallet.amount')}
        inputMode="decimal"
        autoComplete="off"
        classNames={{ input: 'figures' }}
        value={typed}
        error={!isPayable(readTyped(typed)) && t('testWallet.invalid')}
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
        <p className={classes.differs}>{t('testWallet.differs')}</p>
      )}
      <ThrottledButton action={send} disabled={!isPayable(readTyped(typed))} color="signal.6" fullWidth>
        {t('testWallet.send')}
      </ThrottledButton>
      {txHash !== null && (
        <output className={classes.sent}>
          {t('testWallet.sent')}
          <CopyButton text={txHash} label={t('testWallet.copyHash')} />
        </output>
      )}
      <OwnWallet type={type} amount={amount} />
    </section>
  );
}

/** What a visitor needs to pay from a wallet of their own: the local chain, test USDT and coin for fees. */
function OwnWallet({ type, amount }: { type: Network; amount: string }) {
  const { t } = useTranslation('service');
  const [isOpen, open] = useState(false);
  if (recordOf(type).family !== 'evm') return null;
  return (
    <div className={classes.own}>
      <Button variant="subtle" size="compact-sm" px={0} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {t('testWallet.own.title')}
      </Button>
      {isOpen && <OwnWalletForm type={type} amount={amount} />}
    </div>
  );
}

/** The typed amount with a decimal point, which the amount to pay has in every language; a comma counts as one. */
export const readTyped = (typed: string): string => readDecimal(typed, 'en');

/** Whether a text is a positive amount with at most six decimals. */
export const isPayable = (typed: string): boolean => {
  const text = typed.trim();
  return /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/.test(text) && parseMicro(text) > 0n;
};

/** Whether two payable amounts are equal: "10.50" is "10.5". */
export const isSameAmount = (one: string, other: string): boolean =>
  parseMicro(one.trim()) === parseMicro(other.trim());

/** Adds micro-USDT to an amount; the result is at least one micro-USDT. */
export function shiftAmount(amount: string, byMicro: bigint): string {
  const shifted = parseMicro(amount) + byMicro;
  return formatMicro(shifted > 0n ? shifted : 1n);
}

/** Two fifths of an amount: three such payments are more than it. */
const partOf = (amount: string): string => formatMicro((parseMicro(amount) * 2n) / 5n);

/** The steps for a wallet of the visitor's own. */
function OwnWalletForm({ type, amount }: { type: Network; amount: string }) {
  const { t } = useTranslation('service');
  const { data } = useQuery(query('readSandbox'));
  const chain = data?.chains.find((one) => one.type === type);
  const [address, setAddress] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const to = address.trim();
  const isWrong = !isAddress(type, to);
  const coin = useThrottledAction(async () => {
    const given = await call('giveSandboxCoin', { body: { type, to } });
    setDone(t('testWallet.own.gotCoin', given));
  });
  const usdt = useThrottledAction(async () => {
    await call('sendSandboxTransfer', { body: { type, to, amount } });
    setDone(t('testWallet.own.gotUsdt', { amount }));
  });
  const facts = chain && {
    rpc: chain.rpc_url,
    chain: String(chain.chain_id),
    token: chain.contract_address,
  };
  return (
    <>
      <p className={classes.ownLede}>{t('testWallet.own.lede')}</p>
      {facts && (
        <dl className={classes.facts}>
          {(['rpc', 'chain', 'token'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`testWallet.own.${name}`)}</dt>
              <dd>
                <code translate="no">{facts[name]}</code>
                <CopyButton text={facts[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <TextInput
        label={t('testWallet.own.address')}
        placeholder="0x…"
        autoComplete="off"
        value={address}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value);
          setDone(null);
        }}
      />
      <div className={classes.presets}>
        <ThrottledButton action={coin} variant="default" size="compact-sm" disabled={isWrong}>
          {t('testWallet.own.coin', { coin: recordOf(type).coin.name })}
        </ThrottledButton>
        <ThrottledButton action={usdt} variant="default" size="compact-sm" disabled={isWrong}>
          {t('testWallet.own.usdt')}
        </ThrottledButton>
      </div>
      {done !== null && <output className={classes.sent}>{done}</output>}
    </>
  );
}
