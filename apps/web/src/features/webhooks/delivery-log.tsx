import { Button, NativeSelect } from '@mantine/core';
import type { Data, Webhook, WebhookDelivery } from '@portside/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { itemsOf, pages, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { now } from '../../lib/clock.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './webhooks.module.css';

/** The calls of both kinds of endpoints: a buyer's own, and the shop's. */
export const WEBHOOK_CALLS = {
  buyer: {
    list: 'listWebhooks',
    create: 'createWebhook',
    update: 'updateWebhook',
    remove: 'deleteWebhook',
    rotate: 'rotateWebhookSecret',
    log: 'listWebhookDeliveries',
    resend: 'resendWebhooks',
    test: 'testWebhook',
  },
  shop: {
    list: 'listShopWebhooks',
    create: 'createShopWebhook',
    update: 'updateShopWebhook',
    remove: 'deleteShopWebhook',
    rotate: 'rotateShopWebhookSecret',
    log: 'listShopWebhookDeliveries',
    resend: 'resendShopWebhooks',
    test: 'testShopWebhook',
  },
} as const;
export type WebhookOwner = keyof typeof WEBHOOK_CALLS;

const WIDTH_PX = 720;
const EVERY_MS = 3_000;
const TONES = { waiting: 'info', delivered: 'good', failed: 'bad' } satisfies Record<
  WebhookDelivery['state'],
  Tone
>;

type Props = { owner: WebhookOwner; webhook: Webhook; onClose: () => void };

/** What was sent to an endpoint and what it answered, with ways to send it again. */
export function DeliveryLog({ owner, webhook, onClose }: Props) {
  const { t } = useTranslation('service');
  const params = { id: webhook.id };
  const log = useInfiniteQuery({
    ...pages(WEBHOOK_CALLS[owner].log, { params }),
    refetchInterval: EVERY_MS,
  });
  const rows = log.data?.pages.flatMap(({ items }) => items);
  return (
    <Sheet title={t('webhooks.log')} side="end" size={WIDTH_PX} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.lede}>{t('webhooks.logHint')}</p>
        {webhook.is_on && <ResendAll {...{ owner, webhook }} />}
        {log.isError && !rows && <FailedState onRetry={() => void log.refetch()} />}
        {rows?.length === 0 && <p className={classes.quiet}>{t('webhooks.logEmpty')}</p>}
        <ul className={classes.list} aria-busy={!rows}>
          {rows?.map((row) => (
            <Delivery key={row.id} {...{ owner, webhook, row }} />
          ))}
        </ul>
        {log.hasNextPage && (
          <Button variant="subtle" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('webhooks.more')}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function useResend(owner: WebhookOwner, webhook: Webhook) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  return async (body: { delivery_id: string } | { since: string }) => {
    const { deliveries } = await call(WEBHOOK_CALLS[owner].resend, { params: { id: webhook.id }, body });
    toastSuccess('webhook', t('webhooks.resent', { count: deliveries }));
    await client.invalidateQueries({ queryKey: queryKey(WEBHOOK_CALLS[owner].log) });
  };
}

const HOUR_MS = 3_600_000;
const SPANS = { hour: 1, day: 24, threeDays: 72, month: 720 } as const;
type Span = keyof typeof SPANS;
const NAMES = Object.keys(SPANS) as Span[];

function ResendAll({ owner, webhook }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('service');
  const resend = useResend(owner, webhook);
  const [span, setSpan] = useState<Span>('threeDays');
  const all = useThrottledAction(() =>
    resend({ since: new Date(now().getTime() - SPANS[span] * HOUR_MS).toISOString() }),
  );
  return (
    <div className={classes.actions}>
      <NativeSelect
        size="xs"
        aria-label={t('webhooks.since')}
        value={span}
        onChange={(change) => setSpan(change.currentTarget.value as Span)}
        data={NAMES.map((value) => ({ value, label: t(`webhooks.span.${value}`) }))}
      />
      <ThrottledButton size="xs" variant="default" action={all}>
        {t('webhooks.resendAll')}
      </ThrottledButton>
    </div>
  );
}

type DeliveryProps = Omit<Props, 'onClose'> & { row: WebhookDelivery };

function Delivery({ owner, webhook, row }: DeliveryProps) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const resend = useResend(owner, webhook);
  const again = useThrottledAction(() => resend({ delivery_id: row.id }));
  const answer = row.status === null ? row.failure : `HTTP ${row.status}`;
  return (
    <li className={classes.line} data-testid="webhook-delivery">
      <div className={classes.head}>
        <strong>{row.type}</strong>
        <StatusBadge tone={TONES[row.state]}>{t(`webhooks.delivery.${row.state}`)}</StatusBadge>
      </div>
      {webhook.api_key && <span className={classes.quiet}>{row.url}</span>}
      <span className={classes.quiet}>
        {formatDateTime(row.created_at, language)}
        {answer !== null && ` · ${answer}`}
        {row.took_ms !== null && ` · ${row.took_ms} ms`}
        {row.attempts > 1 && ` · ${t('webhooks.attempts', { count: row.attempts })}`}
      </span>
      {row.next_at && row.attempts > 0 && (
        <span className={classes.quiet}>
          {t('webhooks.next', { at: formatDateTime(row.next_at, language) })}
        </span>
      )}
      <details>
        <summary>{t('webhooks.details')}</summary>
        <code translate="no" className={classes.code}>
          webhook-id: {row.message_id}
        </code>
        <code translate="no" className={classes.code}>
          {row.body}
        </code>
        {row.answer && (
          <code translate="no" className={classes.code}>
            {row.answer}
          </code>
        )}
      </details>
      {webhook.is_on && (
        <div className={classes.actions}>
          <ThrottledButton size="xs" variant="default" action={again}>
            {t('webhooks.resend')}
          </ThrottledButton>
        </div>
      )}
    </li>
  );
}

type Received = Data<'listReceivedWebhooks'>['items'][number];

/** A sandbox's own receiver: what came, and whether its signature was right. */
export function SandboxReceiver({ url }: { url: string }) {
  const { t } = useTranslation('service');
  const { data } = useQuery({
    ...query('listReceivedWebhooks', { query: { limit: 20 } }),
    select: itemsOf<Received>,
    refetchInterval: EVERY_MS,
  });
  return (
    <section className={classes.receiver} aria-label={t('webhooks.receiver')}>
      <h3 className={classes.subtitle}>{t('webhooks.receiver')}</h3>
      <p className={classes.quiet}>{t('webhooks.receiverHint')}</p>
      <div className={classes.head}>
        <code translate="no" className={classes.code}>
          {url}
        </code>
        <CopyButton text={url} />
      </div>
      {data?.length === 0 && <p className={classes.quiet}>{t('webhooks.receiverEmpty')}</p>}
      <ul className={classes.list}>
        {data?.map((one) => (
          <li key={`${one.message_id} ${one.received_at}`} className={classes.line} data-testid="received">
            <div className={classes.head}>
              <strong>{one.type || '–'}</strong>
              <StatusBadge tone={one.is_genuine ? 'good' : 'bad'}>
                {t(one.is_genuine ? 'webhooks.genuine' : 'webhooks.forged')}
              </StatusBadge>
            </div>
            <code translate="no" className={classes.code}>
              {one.body}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
