import { Button } from '@mantine/core';
import type { DepositAddress } from '@portside/contract';
import { IconClock, IconCoins, IconInfinity, IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState, useEffect } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { AfterContent } from '../../../ui/messages/block-boundary.tsx';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import { QrTile } from '../../../ui/data/qr-tile.tsx';
import { Folded } from '../../../ui/layout/panel.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { FoldedOnPhones, NetworkWarning, PayAddress } from '../payment/pay-details.tsx';
import classes from './address.module.css';

/** Hashes the published code, so it loads only on request. */
const AddressCheck = lazy(() => import('./address-check.tsx'));

/** Nothing has arrived yet when the address first shows. */
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

/** The least amount, how soon it counts, and until when. */
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

type Finding = 'right' | 'wrong' | 'unchecked';

/** Before the code is asked for again. */
const PAUSES_MS = [2_000, 4_000];

const LATE_MS = 10_000;

/**
 * Whether the address is the one that the published code makes, computed in the browser: null for a moment, and
 * `unchecked` where the code for it takes long or does not load. That code is asked for once the address is painted. Not
 * as a query, because what the rest of the page can wait for begins after those.
 */
function useOwnAddressCheck(own: DepositAddress): Finding | null {
  const [finding, setFinding] = useState<Finding | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const tell = (found: Finding) => void (end.signal.aborted || setFinding(found));
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void check(own, tell, end.signal));
    });
    return () => {
      end.abort();
      cancelAnimationFrame(frame);
    };
  }, [own]);
  return finding;
}

async function check(own: DepositAddress, tell: (found: Finding) => void, end: AbortSignal): Promise<void> {
  const timer = setTimeout(() => tell('unchecked'), LATE_MS);
  const found = await find(own, end);
  clearTimeout(timer);
  tell(found);
}

/** Some browsers never ask again for code that failed; main.tsx may load the page again after each failure. */
async function find(own: DepositAddress, end: AbortSignal): Promise<Finding> {
  for (const pauseMs of [...PAUSES_MS, null])
    try {
      const { checkAddress } = await import('../../../lib/wallet/check-address.ts');
      return checkAddress(own).factory ? 'right' : 'wrong';
    } catch {
      if (pauseMs === null || end.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return 'unchecked';
}
