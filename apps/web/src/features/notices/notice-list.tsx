import { Button, Skeleton } from '@mantine/core';
import type { Notice, NoticeEvent } from '@portside/contract/notices/notices';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBrandTelegram,
  IconCashOff,
  IconCoin,
  IconGift,
  IconFlag,
  IconHeadset,
  IconHourglass,
  IconKey,
  IconMailX,
  IconMessage,
  IconRefresh,
  IconShieldExclamation,
  IconShieldLock,
  IconShieldX,
  IconUserCheck,
  IconCalendarOff,
  IconCashBanknote,
  IconSend,
  IconSpeakerphone,
  IconPackage,
  IconPackageImport,
  IconShoppingCartCheck,
  IconTicket,
  IconTrendingDown,
  IconWebhookOff,
  type Icon,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { pages, queryKey } from '../../lib/api/query.ts';
import { formatDateTime, formatRelative } from '../../lib/format/times.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import classes from './notice-list.module.css';

const ICONS: Readonly<Record<NoticeEvent, Icon>> = {
  topUpCredited: IconCoin,
  codeRedeemed: IconGift,
  orderDelivered: IconPackage,
  deliveryFailed: IconMailX,
  orderRefunded: IconArrowBackUp,
  accountsReplaced: IconRefresh,
  claimRefused: IconShieldX,
  supportAnswered: IconHeadset,
  apiKeyMade: IconKey,
  productBack: IconPackageImport,
  standingOrderPlaced: IconShoppingCartCheck,
  standingOrderEnded: IconCalendarOff,
  priceDown: IconTrendingDown,
  couponEnding: IconTicket,
  payoutRequested: IconSend,
  payoutApproved: IconSend,
  payoutPaid: IconCashBanknote,
  payoutRejected: IconCashOff,
  payoutWalletConfirmed: IconShieldLock,
  agentAccepted: IconSpeakerphone,
  agentRefused: IconSpeakerphone,
  webhookOff: IconWebhookOff,
  signedInElsewhere: IconShieldLock,
  telegramLinked: IconBrandTelegram,
  alarmRaised: IconAlertTriangle,
  proposalWaiting: IconUserCheck,
  depositHeld: IconHourglass,
  depositUnmatched: IconCashOff,
  claimOpened: IconShieldExclamation,
  supportAsked: IconMessage,
  supportAssigned: IconUserCheck,
  reportReceived: IconFlag,
  payoutWaiting: IconSend,
  agentAsked: IconSpeakerphone,
  shopWebhookOff: IconWebhookOff,
};

/** What the shop has told the user, newest first. What is seen here is read, but stays marked while the page is open. */
export function NoticeList() {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const found = useInfiniteQuery(pages('listNotices', { query: { limit: 20 } }));
  const notices = found.data?.pages.flatMap(({ items }) => items);
  const [first] = found.data?.pages ?? [];
  const newest = first && first.unread > 0 ? first.newest : null;
  useLiveEvent('notices', ({ unread }) => {
    if (unread > 0) void client.invalidateQueries({ queryKey: queryKey('listNotices') });
  });
  useEffect(() => {
    if (newest === null) return;
    call('markNoticesRead', { body: { up_to: newest } }, { isQuiet: true }).then(
      ({ unread }) => updateStored({ notices: unread }),
      // Marked by the next visit.
      () => undefined,
    );
  }, [newest]);
  return (
    <Panel>
      {found.isError && !notices && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
      {!notices && !found.isError && <Skeleton height={220} data-waiting={!found.isFetched || undefined} />}
      {notices?.length === 0 && <EmptyState text={t('notices.empty')} />}
      {notices && notices.length > 0 && (
        <ul className={classes.list}>
          {notices.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('notices.older')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Line({ notice }: { notice: Notice }) {
  const language = useLanguage();
  const Picture = ICONS[notice.event];
  return (
    <li className={classes.notice} data-unread={!notice.is_read || undefined} data-testid="notice">
      <span className={classes.icon}>
        <Picture size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.head}>
          <Link to={notice.path} className={classes.title}>
            {notice.title}
          </Link>
          <time
            className={classes.when}
            dateTime={notice.created_at}
            title={formatDateTime(notice.created_at, language)}
          >
            {formatRelative(notice.created_at, language)}
          </time>
        </div>
        {notice.lines.map((line) => (
          <p key={line} className={classes.lines}>
            {line}
          </p>
        ))}
        {notice.quote !== null && <blockquote className={classes.quote}>{notice.quote}</blockquote>}
      </div>
    </li>
  );
}
