import { Button } from '@mantine/core';
import type { DepositAddress } from '@portside/contract';
import { recordOf } from '@portside/chain/networks/registry';
import { IconAlertTriangle, IconClock, IconCoins, IconInfinity, IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { neighboursOf, networkName } from '../../../lib/networks.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import { ArrivingPayments } from './arriving-payments.tsx';
import classes from './own-address.module.css';
import { SmallNote } from './small-note.tsx';

/** Computes hashes of the published code: only for who asks for it. */
const AddressCheck = lazy(() => import('./address-check.tsx'));

/** Characters at either end of an address that people compare. */
const COMPARED = 6;

/** The buyer's own address on a network, what counts there, and what arrives at it. */
export default function OwnAddress({ address: own }: { address: DepositAddress }) {
  const { t } = useTranslation('address');
  const { type, address } = own;
  return (
    <section className={classes.own} aria-labelledby="own-address">
      <div>
        <h2 className={classes.title} id="own-address">
          {t('title', { network: networkName(type) })}
        </h2>
        <p className={classes.lede}>{t('lede')}</p>
      </div>
      <div className={classes.desk}>
        <div className={classes.facts}>
          <div className={classes.line}>
            <code className={classes.address} data-testid="own-address" translate="no">
              <b>{address.slice(0, COMPARED)}</b>
              {address.slice(COMPARED, -COMPARED)}
              <b>{address.slice(-COMPARED)}</b>
            </code>
            <CopyAddress address={address} />
          </div>
          <p className={classes.hint}>{t('compare')}</p>
          <Terms own={own} />
          <Warning own={own} />
          <Check own={own} />
        </div>
        <div className={classes.code}>
          <QrTile label={t('qr')} text={address} />
        </div>
      </div>
      <SmallNote type={type} />
      <ArrivingPayments type={type} />
    </section>
  );
}

function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  return <CopyButton text={address} label={t('recharges.payment.copyAddress')} />;
}

/** From which amount on, when, and until when. */
function Terms({ own: { type, minimum_amount: minimum } }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const language = useLanguage();
  const isSandbox = useStored((s) => s.webConfig?.sandbox === true);
  const terms = [
    { icon: IconCoins, text: t('any', { minimum: formatUsdt(minimum, language) }) },
    {
      icon: IconClock,
      text: isSandbox ? shop('recharges.network.sandboxTime') : shop(`recharges.network.${type}.time`),
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

function Warning({ own: { type } }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const list = new Intl.ListFormat(useLanguage(), { type: 'disjunction' });
  const neighbours = neighboursOf(type);
  const { standard } = recordOf(type);
  return (
    <p className={classes.warning} role="note">
      <IconAlertTriangle size={19} stroke={1.8} aria-hidden />
      <span>
        {t('warning', { network: networkName(type) })}
        {neighbours.length > 0 && (
          <> {shop('recharges.payment.neighbours', { network: standard, others: list.format(neighbours) })}</>
        )}
      </span>
    </p>
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
