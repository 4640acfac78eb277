import { Button } from '@mantine/core';
import type { DepositAddress } from '@portside/contract';
import { IconClock, IconCoins, IconInfinity, IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { AfterContent } from '../../../lib/api/after-content.tsx';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { networkName } from '../../../lib/networks.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import { Folded } from '../../../ui/layout/folded.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { FoldedOnPhones } from '../folded-on-phones.tsx';
import { NetworkWarning } from '../network-warning.tsx';
import { PayAddress } from '../pay-address.tsx';
import classes from './own-address.module.css';
import { useOwnAddressCheck } from './use-own-address-check.ts';

/** Computes hashes of the published code: only for who asks for it. */
const AddressCheck = lazy(() => import('./address-check.tsx'));

/** Nothing has arrived yet where the address has just been shown. */
const OwnPayments = lazy(() => import('./own-payments.tsx'));

const place = <div className={classes.payments} />;

/** The buyer's own address on a network, what counts there, and what arrives at it. */
export function OwnAddress({ address: own }: { address: DepositAddress }) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const { type, address } = own;
  const finding = useOwnAddressCheck(own);
  if (finding === 'wrong')
    return (
      <Callout tone="bad" title={t('check.bad')}>
        {t('check.badText')}
      </Callout>
    );
  return (
    <section className={classes.own} aria-labelledby="own-address">
      <h2 className={classes.title} id="own-address">
        {t('title', { network: networkName(type) })}
      </h2>
      <div className={classes.desk}>
        <div className={classes.facts}>
          <div className={classes.line}>
            <PayAddress address={address} testId="own-address" />
          </div>
          {finding === 'unchecked' && <output className={classes.hint}>{t('check.unchecked')}</output>}
          <Terms own={own} />
          <NetworkWarning type={type}>{t('warning', { network: networkName(type) })}</NetworkWarning>
          <Folded summary={t('about')}>
            <div className={classes.about}>
              <p>{t('lede')}</p>
              <p>{t('compare')}</p>
              <p>{t('later')}</p>
            </div>
          </Folded>
          <Check own={own} />
        </div>
        <FoldedOnPhones summary={shop('recharges.payment.qrShow')}>
          <div className={classes.code}>
            <QrTile label={t('qr')} text={address} />
          </div>
        </FoldedOnPhones>
      </div>
      <AfterContent before={place}>
        <OwnPayments own={own} />
      </AfterContent>
    </section>
  );
}

/** From which amount on, when, and until when. */
function Terms({ own: { type, minimum_amount: minimum } }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const language = useLanguage();
  const isSandbox = useIsSandbox();
  const terms = [
    { icon: IconCoins, text: t('any', { minimum: formatUsdt(minimum, language) }) },
    {
      icon: IconClock,
      text: isSandbox
        ? shop('recharges.network.sandboxTime')
        : shop('recharges.network.credited', { time: shop(`recharges.network.${type}.time`) }),
    },
    { icon: IconInfinity, text: t('forever') },
  ];
  return (
    <ul className={classes.terms}>
      {terms.map(({ icon: Icon, text }) => (
        <li key={text}>
          <Icon size={17} stroke={1.7} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Check({ own }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const [isAsked, ask] = useState(false);
  if (!isAsked)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.check}
        leftSection={<IconShieldCheck size={17} stroke={1.7} aria-hidden />}
        onClick={() => ask(true)}
      >
        {t('check.ask')}
      </Button>
    );
  return (
    <Suspense fallback={<output className={classes.hint}>{t('check.busy')}</output>}>
      <AddressCheck address={own} />
    </Suspense>
  );
}
