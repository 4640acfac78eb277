import type { DepositAddress } from '@portside/contract';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import classes from './address-check.module.css';
import { checkAddress } from './check-address.ts';

/** Whether the shown address follows from the published code, in words and with what it was computed from. */
export default function AddressCheck({ address }: { address: DepositAddress }) {
  const { t } = useTranslation('address');
  const { isRight, codeHash } = useMemo(() => checkAddress(address), [address]);
  const facts = [
    ['wallet', address.wallet_address],
    ['factory', address.factory_address],
    ['salt', address.salt],
    ['code', codeHash],
  ] as const;
  return (
    <output className={classes.check}>
      <Callout
        tone={isRight ? 'good' : 'bad'}
        icon={isRight ? <IconShieldCheck size={18} aria-hidden /> : <IconShieldX size={18} aria-hidden />}
        title={t(isRight ? 'check.good' : 'check.bad')}
      >
        {t(isRight ? 'check.goodText' : 'check.badText')}
        <dl className={classes.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{t(`check.${name}`)}</dt>
              <dd>
                <code>{text}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Callout>
    </output>
  );
}
