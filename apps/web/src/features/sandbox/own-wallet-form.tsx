import { TextInput } from '@mantine/core';
import { isAddress } from '../../lib/format/addresses.ts';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { query } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './sandbox-wallet.module.css';

/** The steps themselves. */
export function OwnWalletForm({ type, amount }: { type: Network; amount: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(query('readSandbox'));
  const chain = data?.chains.find((one) => one.type === type);
  const [address, setAddress] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const to = address.trim();
  const isWrong = !isAddress(type, to);
  const coin = useThrottledAction(async () => {
    const given = await call('giveSandboxCoin', { body: { type, to } });
    setDone(t('recharges.sandbox.own.gotCoin', given));
  });
  const usdt = useThrottledAction(async () => {
    await call('sendSandboxTransfer', { body: { type, to, amount } });
    setDone(t('recharges.sandbox.own.gotUsdt', { amount }));
  });
  const facts = chain && {
    rpc: chain.rpc_url,
    chain: String(chain.chain_id),
    token: chain.contract_address,
  };
  return (
    <>
      <p className={classes.ownLede}>{t('recharges.sandbox.own.lede')}</p>
      {facts && (
        <dl className={classes.facts}>
          {(['rpc', 'chain', 'token'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`recharges.sandbox.own.${name}`)}</dt>
              <dd>
                <code>{facts[name]}</code>
                <CopyButton text={facts[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <TextInput
        label={t('recharges.sandbox.own.address')}
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
          {t('recharges.sandbox.own.coin', { coin: recordOf(type).coin.name })}
        </ThrottledButton>
        <ThrottledButton action={usdt} variant="default" size="compact-sm" disabled={isWrong}>
          {t('recharges.sandbox.own.usdt')}
        </ThrottledButton>
      </div>
      {done !== null && <output className={classes.sent}>{done}</output>}
    </>
  );
}
