import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { dayRange, type Days } from '../../../lib/format/days.ts';
import { PagedList, type Column } from '../../../ui/data/data-list.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyQuayPicture, SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import { useSmallPayments, useSmallText } from '../address/own-payments.tsx';
import { useRechargeHistory } from './use-recharges.ts';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import type { Recharge, RechargeStatus, SmallPayments as Small } from '@portside/contract';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import classes from './history.module.css';
import { networkName } from '../../../lib/networks/networks.ts';
import { RechargeStatusBadge } from '../payment/payment-status.tsx';
import { ReceiptButton, RECEIPT_FORMATS } from '../receipts.tsx';
import { shorten } from '../payment-text.ts';
import { DayRangeField } from '../../../ui/fields/day-range-field.tsx';

/** The buyer's top-ups with their transactions, newest first. */
export default function RechargeHistory() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(NO_CHOICE);
  const isFiltered = choice.status !== '' || choice.from !== '' || choice.to !== '';
  const columns = useHistoryColumns();
  const history = useRechargeHistory({ status: choice.status || undefined, ...dayRange(choice) });

  return (
    <Panel id="top-up-history" title={t('recharges.history.title')}>
      <SmallPayments />
      <HistoryFilter choice={choice} onChange={setChoice} />
      <PagedList
        label={t('recharges.history.title')}
        columns={columns}
        list={history}
        rowKey={({ order_id: orderId }) => orderId}
        skeletonRows={3}
        empty={
          <EmptyState
            picture={isFiltered ? <SpyglassPicture /> : <EmptyQuayPicture />}
            text={t(isFiltered ? 'recharges.history.emptyFound' : 'recharges.history.empty')}
          />
        }
      />
    </Panel>
  );
}

type Cell = { recharge: Recharge };

function useHistoryColumns(): Column<Recharge>[] {
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
      isExtra: true,
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
        <code translate="no" className={classes.code}>
          {orderId}
        </code>
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
  <code translate="no" className={classes.code} title={text}>
    {shorten(text)}
  </code>
);

function None() {
  const { t } = useTranslation();
  return <span className={classes.quiet}>{t('recharges.history.none')}</span>;
}

type HistoryChoice = Days & { readonly status: RechargeStatus | '' };

const NO_CHOICE: HistoryChoice = { status: '', from: '', to: '' };

const STATUSES = ['recharging', 'successful', 'failed'] as const satisfies readonly RechargeStatus[];

type Props = { choice: HistoryChoice; onChange: (choice: HistoryChoice) => void };

function HistoryFilter({ choice, onChange }: Props) {
  const { t } = useTranslation();
  const options = STATUSES.map((status) => ({ value: status, label: t(`recharges.status.${status}`) }));
  return (
    <div className={classes.filter}>
      <NativeSelect
        aria-label={t('recharges.history.status')}
        value={choice.status}
        data={[{ value: '', label: t('recharges.history.all') }, ...options]}
        onChange={({ currentTarget }) =>
          onChange({ ...choice, status: currentTarget.value as HistoryChoice['status'] })
        }
      />
      <DayRangeField
        from={choice.from}
        to={choice.to}
        onChange={(from, to) => onChange({ ...choice, from, to })}
      />
      <Button variant="default" onClick={() => onChange(NO_CHOICE)}>
        {t('recharges.history.reset')}
      </Button>
    </div>
  );
}

/** Payments at the buyer's own addresses that wait below the minimum; nothing if none do. */
function SmallPayments() {
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
                <code translate="no" title={hash}>
                  {shorten(hash)}
                </code>
              ) : (
                <Anchor href={url} target="_blank" rel="noreferrer noopener">
                  <code translate="no" title={hash}>
                    {shorten(hash)}
                  </code>
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
