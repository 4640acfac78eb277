import { Anchor, Button, Skeleton } from '@mantine/core';
import type { Data, TimelineEntry } from '@portside/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useMay } from '../../lib/api/permissions.ts';
import { pages, query } from '../../lib/api/query.ts';
import { formatDate, formatDateTime } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { languageNames } from '../../locales/languages.ts';
import type { TextKey } from '../../locales/text-key.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Fact } from '../../ui/data/facts.tsx';
import { Count, DateTime, Money } from '../../ui/data/money.tsx';
import { UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import classes from './timelines.module.css';

type Overview = Data<'readUserOverview'>;

/** A user at a glance, where the reader may see users: what they have, bought, paid and claimed. */
export function UserOverview({ userId, hasOrders = true }: { userId: string; hasOrders?: boolean }) {
  const may = useMay();
  const isAllowed = may('readUserOverview');
  const found = useQuery({
    ...query('readUserOverview', { params: { id: userId } }),
    enabled: isAllowed,
  });
  if (!isAllowed) return null;
  if (found.isError && !found.data)
    return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={220} />;
  return (
    <>
      <Figures user={found.data} />
      {hasOrders && <LatestOrders user={found.data} />}
    </>
  );
}

function Figures({ user }: { user: Overview }) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  return (
    <dl className={classes.figures}>
      <Fact name={t('overview.balance')}>
        <Money amount={user.balance} />
      </Fact>
      {user.debt !== '0' && (
        <Fact name={t('overview.debt')}>
          <Money amount={user.debt} />
        </Fact>
      )}
      <Fact name={t('overview.orders')}>
        <Anchor component={Link} to={`/admin/order?buyer=${encodeURIComponent(user.email)}`}>
          {t('overview.ordersOf', {
            orders: user.orders.toLocaleString(language),
            accounts: user.accounts.toLocaleString(language),
          })}
        </Anchor>
      </Fact>
      <Fact name={t('overview.paid')}>
        <Money amount={user.paid} />
      </Fact>
      <Fact name={t('overview.refunded')}>
        <Money amount={user.refunded} />
      </Fact>
      <Claimed user={user} />
      <Fact name={t('overview.recharges')}>
        <Anchor component={Link} to={`/admin/recharge?buyer=${encodeURIComponent(user.email)}`}>
          {t('overview.creditedOf', {
            credited: user.credited_recharges.toLocaleString(language),
            recharges: user.recharges.toLocaleString(language),
          })}
        </Anchor>
      </Fact>
      <Fact name={t('overview.deposited')}>
        <Anchor
          component={Link}
          to={`/admin/recharge?tab=deposits&state=credited&with_dust=true&username=${encodeURIComponent(user.username)}`}
        >
          <Money amount={user.deposited} />
        </Anchor>
      </Fact>
      {user.level !== null && <Fact name={t('overview.level')}>{user.level}</Fact>}
      {user.agent && (
        <Fact name={t('overview.agent')}>
          <Anchor component={Link} to={`/admin/agent?open=${user.agent.id}`}>
            {user.agent.name}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('overview.language')}>{languageNames[user.language]}</Fact>
      <Fact name={t('overview.since')}>
        {formatDate(user.created_at, language)}{' '}
        {user.status !== 'active' && <UserStatusBadge status={user.status} />}
      </Fact>
    </dl>
  );
}

/** What of it was claimed, and what of that is open. */
function Claimed({ user }: { user: Overview }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const rate = (part: number, whole: number): string =>
    (whole === 0 ? 0 : part / whole).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <Fact name={t('overview.claimed')}>
      <Anchor component={Link} to={`/admin/order?tab=claims&user_id=${user.id}`}>
        <Count value={user.claimed_accounts} /> ({rate(user.claimed_accounts, user.accounts)})
      </Anchor>
      {user.open_claims > 0 && (
        <Anchor
          component={Link}
          to={`/admin/order?tab=claims&state=open&user_id=${user.id}`}
          className={classes.open}
        >
          {t('overview.openClaims', { count: user.open_claims })}
        </Anchor>
      )}
    </Fact>
  );
}

function LatestOrders({ user: { latest_orders: orders } }: { user: Overview }) {
  const { t } = useTranslation('admin');
  if (orders.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>{t('overview.latest')}</h3>
      <ul className={classes.orders}>
        {orders.map((order) => (
          <li key={order.order_no}>
            <Anchor component={Link} to={`/admin/order?open=${order.order_no}`}>
              <code translate="no">…{order.order_no.slice(-8)}</code>
            </Anchor>
            <span className={classes.goods}>
              {order.goods} × <Count value={order.quantity} />
            </span>
            <Money amount={order.amount} />
            <DateTime at={order.at} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const PAGE_SIZE = 30;

/** Everything about a user in one list, newest first. */
export function UserTimeline({ userId }: { userId: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const found = useInfiniteQuery(
    pages('listUserTimeline', { params: { id: userId }, query: { limit: PAGE_SIZE } }),
  );
  if (found.isError && !found.data)
    return <LoadFailure error={found.error} onRetry={() => void found.refetch()} />;
  const entries = found.data?.pages.flatMap(({ items }) => items);
  return (
    <section>
      <h3 className={classes.heading}>{t('timeline.title')}</h3>
      {!entries && <Skeleton height={240} />}
      <ol className={classes.timeline}>
        {entries?.map((entry) => (
          <li key={JSON.stringify(entry)} data-kind={entry.kind}>
            <span className={classes.what}>{t(`timeline.kind.${entry.kind}`)}</span>
            <time className={`${classes.at} figures`} dateTime={entry.at}>
              {formatDateTime(entry.at, language)}
            </time>
            <EntryFacts entry={entry} />
          </li>
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          variant="subtle"
          size="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('timeline.more')}
        </Button>
      )}
    </section>
  );
}

/** Where entries lead. */
const PATHS: Partial<Record<TimelineEntry['kind'], (reference: string) => string>> = {
  order: (number) => `/admin/order?open=${number}`,
  refund: (number) => `/admin/order?open=${number}`,
  claim: (number) => `/admin/order?open=${number}`,
  claimSettled: (number) => `/admin/order?open=${number}`,
  recharge: (number) => `/admin/recharge?open=${number}`,
};

function EntryFacts({ entry: { kind, reference, amount, text, actor } }: { entry: TimelineEntry }) {
  const words = useEntryWords();
  const path = reference === null ? undefined : PATHS[kind]?.(reference);
  return (
    <p className={classes.facts}>
      {path && (
        <Anchor component={Link} inherit to={path}>
          <code translate="no">{reference}</code>
        </Anchor>
      )}
      {amount !== null && <Money amount={amount} />}
      {actor !== null && <span className={classes.actor}>{actor}</span>}
      <span className={classes.text}>{words(kind, reference, text)}</span>
    </p>
  );
}

/** An entry's text in the reader's language, where it is a name of the shop's own. */
function useEntryWords() {
  const { t } = useTranslation('admin');
  return (kind: TimelineEntry['kind'], reference: string | null, text: string): string => {
    if (kind === 'order') return t('orders.accounts', { count: Number(text) });
    if (kind === 'deposit') return networkName(text as Parameters<typeof networkName>[0]);
    if (kind === 'recharge') return t(`recharges.state.${text}` as TextKey<'admin'>, { defaultValue: text });
    if (kind === 'adjustment')
      return t(`users.ledger.of.${reference}` as TextKey<'admin'>, { defaultValue: reference ?? '' });
    if (kind === 'change')
      return t(`audit.action.${reference}` as TextKey<'admin'>, { defaultValue: reference ?? '' });
    return text;
  };
}
