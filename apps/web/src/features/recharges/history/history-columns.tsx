import { Anchor } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import type { Column } from '../../../ui/data/data-list.tsx';
import { Money } from '../../../ui/data/money.tsx';
import classes from './history-columns.module.css';
import { networkName } from '../../../lib/networks.ts';
import { RechargeStatusBadge } from '../payment/recharge-status.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RECEIPT_FORMATS } from './save-receipt.ts';
import { shorten } from './shorten.ts';

type Cell = { recharge: Recharge };

export function useHistoryColumns(): Column<Recharge>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'order',
      title: t('recharges.history.order'),
      onCard: 'heading',
      render: (recharge) => <Order recharge={recharge} />,
    },
    {
      key: 'type',
      title: t('recharges.history.type'),
      render: ({ type }) => <span className={classes.type}>{networkName(type)}</span>,
    },
    {
      key: 'amount',
      title: t('recharges.history.amount'),
      align: 'end',
      render: (recharge) => <Amount recharge={recharge} />,
    },
    {
      key: 'wallets',
      title: t('recharges.history.wallets'),
      render: (recharge) => <Wallets recharge={recharge} />,
    },
    {
      key: 'hash',
      title: t('recharges.history.hash'),
      render: (recharge) => <Transaction recharge={recharge} />,
    },
    {
      key: 'status',
      title: t('recharges.history.status'),
      render: (recharge) => <RechargeStatusBadge recharge={recharge} />,
    },
  ];
}

function Order({ recharge: { order_id: orderId, created_at: createdAt, credited_amount: credited } }: Cell) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <span className={classes.order}>
      <span className={classes.inline}>
        <code className={classes.code}>{orderId}</code>
        <CopyButton text={orderId} name={t('recharges.copy.order')} />
        {credited !== null &&
          RECEIPT_FORMATS.map((format) => <ReceiptButton key={format} orderId={orderId} format={format} />)}
      </span>
      <time className={classes.quiet} dateTime={createdAt}>
        {formatDateTime(createdAt, language)}
      </time>
    </span>
  );
}

function Amount({ recharge: { amount, credited_amount: credited, missing_amount: missing } }: Cell) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <span className={classes.amount}>
      <Money amount={amount} />
      {credited !== null && (
        <span className={`${classes.quiet} figures`}>
          {t('recharges.history.credited', { amount: formatUsdt(credited, language) })}
        </span>
      )}
      {missing !== null && (
        <span className={`${classes.quiet} figures`}>
          {t('recharges.history.missing', { amount: formatUsdt(missing, language) })}
        </span>
      )}
    </span>
  );
}

/** The sender's address has no copy button: someone would pay to it. */
function Wallets({ recharge: { sender_address: sender, receiver_address: receiver } }: Cell) {
  const { t } = useTranslation();
  return (
    <span className={classes.wallets}>
      <span className={classes.quiet}>{t('recharges.history.from')}</span>
      {sender === null ? <None /> : <Short text={sender} />}
      <span className={classes.quiet}>{t('recharges.history.to')}</span>
      {receiver === null ? (
        <None />
      ) : (
        <span className={classes.inline}>
          <Short text={receiver} />
          <CopyButton text={receiver} name={t('recharges.copy.receiver')} />
        </span>
      )}
    </span>
  );
}

function Transaction({ recharge: { tx_hash: hash, tx_url: url } }: Cell) {
  const { t } = useTranslation();
  if (hash === null) return <None />;
  return (
    <span className={classes.inline}>
      {url === null ? (
        <Short text={hash} />
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer noopener">
          <Short text={hash} />
        </Anchor>
      )}
      <CopyButton text={hash} name={t('recharges.copy.hash')} />
    </span>
  );
}

const Short = ({ text }: { text: string }) => (
  <code className={classes.code} title={text}>
    {shorten(text)}
  </code>
);

function None() {
  const { t } = useTranslation();
  return <span className={classes.quiet}>{t('recharges.history.none')}</span>;
}
