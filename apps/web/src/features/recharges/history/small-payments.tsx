import { Anchor } from '@mantine/core';
import type { SmallPayments as Small } from '@portside/contract';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { useSmallPayments, useSmallText } from '../address/own-payments.tsx';
import { shorten } from '../payment-text.ts';
import classes from './history.module.css';

/** Payments at the buyer's own addresses that wait below the minimum; nothing if none do. */
export function SmallPayments() {
  const { data } = useSmallPayments();
  return data?.map((small) => <OfNetwork key={small.type} small={small} />);
}

function OfNetwork({ small }: { small: Small }) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const language = useLanguage();
  const textOf = useSmallText();
  const title = t('smallList.title', { network: networkName(small.type) });
  return (
    <section className={classes.small} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{textOf(small)}</p>
      <ul className={classes.list}>
        {small.payments.map(({ amount, tx_hash: hash, ordinal, tx_url: url, confirmed, paid_at: at }) => (
          <li key={`${hash} ${ordinal}`}>
            <span className={classes.smallPaymentsAmount}>
              <Money amount={amount} />
            </span>
            <time className={classes.smallPaymentsQuiet} dateTime={at}>
              {formatDateTime(at, language)}
            </time>
            <span className={classes.hash}>
              {url === null ? (
                <code title={hash}>{shorten(hash)}</code>
              ) : (
                <Anchor href={url} target="_blank" rel="noreferrer noopener">
                  <code title={hash}>{shorten(hash)}</code>
                </Anchor>
              )}
              <CopyButton text={hash} name={shop('recharges.copy.hash')} />
            </span>
            <StatusBadge tone={confirmed ? 'warn' : 'info'} isLive={!confirmed}>
              {t(confirmed ? 'smallList.waiting' : 'smallList.confirming')}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  );
}
