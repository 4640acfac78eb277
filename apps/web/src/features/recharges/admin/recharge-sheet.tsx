import { Link } from 'wouter';
import { Anchor, Skeleton } from '@mantine/core';
import type { AdminRecharge, RechargeTimelineEntry } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { Timeline, Fact, Facts, LongText } from '../../../ui/data/facts.tsx';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import classes from './recharge-sheet.module.css';
import { useFindings } from '../../../locales/office-wording.ts';
import { shorten } from '../payment-text.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

const WIDTH_PX = 620;
const REFRESH_MS = 5_000;

/** One top-up as operators see it: amounts, buyer, transaction and timeline. */
export function RechargeSheet({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const found = useQuery({
    ...query('readAnyRecharge', { params: { order_id: orderId } }),
    refetchInterval: ({ state }) => (state.data?.recharge.status === 'recharging' ? REFRESH_MS : false),
  });
  const { recharge, events: entries } = found.data ?? {};
  return (
    <Sheet title={t('recharges.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      {found.isError && !found.data && (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && <Skeleton height={320} />}
      {recharge && <RechargeFacts recharge={recharge} />}
      {entries && (
        <Timeline
          title={t('recharges.history')}
          entries={entries.map((entry) => ({
            key: JSON.stringify(entry),
            title: t(`recharges.timeline.${entry.kind}`),
            at: entry.at,
            facts: <RechargeTimelineFacts entry={entry} />,
          }))}
        />
      )}
    </Sheet>
  );
}

function RechargeFacts({ recharge }: { recharge: AdminRecharge }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { buyer, sender_address: sender, tx_hash: hash, confirmations: done } = recharge;
  const explorer = (href: string | null) => ({ href, label: t('deposits.explorer') });
  return (
    <>
      <p className={classes.head}>
        <code translate="no">{recharge.order_id}</code>
        <RechargeStateBadge recharge={recharge} />
        {recharge.sub_state === 'confirming' && (
          <span className="figures">
            {t('recharges.confirmations', { done: done ?? 0, needed: recharge.confirmations_needed })}
          </span>
        )}
      </p>
      <dl className={classes.amounts}>
        {amountsOf(recharge).map(([name, amount]) => (
          <Fact key={name} name={t(`recharges.field.${name}`)}>
            <strong>{amount === null ? '–' : <Money amount={amount} hasUnit={false} />}</strong>
          </Fact>
        ))}
      </dl>
      <Facts>
        <Fact name={t('recharges.field.buyer')}>
          <Anchor component={Link} to={`/admin/user?open=${buyer.id}`}>
            {buyer.username}
          </Anchor>{' '}
          {buyer.email}
        </Fact>
        <Fact name={t('recharges.field.type')}>{networkName(recharge.type)}</Fact>
        {hash && (
          <Fact name={t('recharges.field.tx_hash')}>
            <LongText text={hash} link={explorer(recharge.tx_url)} />{' '}
            <Anchor component={Link} to={`/admin/recharge?tab=deposits&tx_hash=${hash}`} size="sm">
              {t('recharges.payments')}
            </Anchor>
          </Fact>
        )}
        {sender && (
          <Fact name={t('recharges.field.sender')}>
            <LongText text={sender} link={explorer(recharge.sender_url)} />
          </Fact>
        )}
        {recharge.receiver_address !== null && (
          <Fact name={t('recharges.field.receiver')}>
            <LongText text={recharge.receiver_address} link={explorer(recharge.receiver_url)} />
          </Fact>
        )}
        <Fact name={t('recharges.field.expires')}>{formatDateTime(recharge.expires_at, language)}</Fact>
      </Facts>
    </>
  );
}

const amountsOf = ({ amount, pay_amount, credited_amount }: AdminRecharge) =>
  [
    ['asked', amount],
    ['to_pay', pay_amount],
    ['received', credited_amount],
  ] as const;

/** Details of a timeline entry: actor, amount, wallet, transaction, note and why it was held. */
function RechargeTimelineFacts({ entry }: { entry: RechargeTimelineEntry }) {
  const { t } = useTranslation('admin');
  const { kind, actor, amount, wallet, tx_hash: hash, tx_url: url, block, note, held_reason: reason } = entry;
  const wordFindings = useFindings();
  const mode = kind === 'authorized' && (note === 'safe' || note === 'whitelist') ? note : null;
  return (
    <>
      {actor && <span>{actor}</span>}
      {amount !== null && <Money amount={amount} />}
      {wallet && (
        <code translate="no" title={wallet}>
          {shorten(wallet)}
        </code>
      )}
      {hash && url && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          <code translate="no" title={hash}>
            {shorten(hash)}
          </code>
        </Anchor>
      )}
      {hash && !url && (
        <code translate="no" title={hash}>
          {shorten(hash)}
        </code>
      )}
      {block !== null && <span className="figures">{t('recharges.block', { block })}</span>}
      {reason && <span>{wordFindings(reason)}</span>}
      {mode ? <span>{t(`recharges.mode.${mode}`)}</span> : note && <span>{note}</span>}
    </>
  );
}

type State = AdminRecharge['sub_state'];

const TONES = {
  waiting: 'info',
  seen: 'info',
  confirming: 'info',
  review: 'warn',
  credited: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  rejected: 'bad',
  reversed: 'bad',
} satisfies Record<State, Tone>;

/** A top-up's exact state; its status is derived from it. */
export function RechargeStateBadge({ recharge }: { recharge: AdminRecharge }) {
  const { t } = useTranslation('admin');
  const { status, sub_state: state } = recharge;
  return (
    <StatusBadge tone={TONES[state]} isLive={status === 'recharging'}>
      {t(`recharges.state.${state}`)}
    </StatusBadge>
  );
}
