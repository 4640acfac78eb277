import { Button, Checkbox, Skeleton, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data, Webhook, WebhookEvent } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { latestOf, rowsOver, typedOver, type Typed } from '../../ui/fields/use-form-call.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { DeliveryLog, SandboxReceiver, WEBHOOK_CALLS, type WebhookOwner } from './delivery-log.tsx';
import classes from './webhooks.module.css';

type Opened =
  | { readonly what: 'form'; readonly webhook: Webhook | null }
  | { readonly what: 'secret'; readonly secret: string }
  | { readonly what: 'log'; readonly webhook: Webhook };

/** Endpoints of programs, to which the shop sends what happens. */
export default function WebhooksPanel({ owner }: { owner: WebhookOwner }) {
  const { t } = useTranslation('service');
  const { data, isError, isFetched, refetch } = useQuery(query(WEBHOOK_CALLS[owner].list));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <Panel
      id="webhooks"
      title={t('webhooks.title')}
      aside={
        data &&
        data.items.filter(({ api_key: key }) => key === null).length < data.most && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => setOpened({ what: 'form', webhook: null })}
          >
            {t('webhooks.add')}
          </Button>
        )
      }
    >
      <p className={classes.lede}>{t(owner === 'shop' ? 'webhooks.ledeShop' : 'webhooks.lede')}</p>
      {isError && !data && <FailedState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={64} data-waiting={!isFetched || undefined} />}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((webhook) => (
            <Line key={webhook.id} {...{ owner, webhook }} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {data?.sandbox_receiver && <SandboxReceiver url={data.sandbox_receiver} />}
      {opened?.what === 'form' && data && (
        <WebhookForm
          {...{ owner, data }}
          webhook={opened.webhook}
          onClose={close}
          onSecret={(secret) => setOpened({ what: 'secret', secret })}
        />
      )}
      {opened?.what === 'secret' && <SecretSheet secret={opened.secret} onClose={close} />}
      {opened?.what === 'log' && <DeliveryLog {...{ owner }} webhook={opened.webhook} onClose={close} />}
    </Panel>
  );
}

const useRefresh = (owner: WebhookOwner) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey(WEBHOOK_CALLS[owner].list) });
};

type LineProps = { owner: WebhookOwner; webhook: Webhook; onOpen: (opened: Opened) => void };

function Line({ owner, webhook, onOpen }: LineProps) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const state = !webhook.is_on ? 'off' : webhook.failing_since ? 'failing' : 'on';
  return (
    <li className={classes.line}>
      <div className={classes.head}>
        <strong className={classes.url}>
          {webhook.api_key ? t('webhooks.callbacks', { name: webhook.api_key.name }) : webhook.url}
        </strong>
        <StatusBadge tone={state === 'on' ? 'good' : state === 'failing' ? 'warn' : 'neutral'}>
          {t(`webhooks.state.${state}`)}
        </StatusBadge>
      </div>
      {webhook.note && <span>{webhook.note}</span>}
      <span className={classes.quiet}>
        {webhook.api_key ? t('webhooks.callbacksHint') : webhook.events.join(' · ')}
      </span>
      {webhook.off_reason && webhook.off_reason !== 'owner' && (
        <span className={classes.problem}>{t(`webhooks.offBecause.${webhook.off_reason}`)}</span>
      )}
      {webhook.former_secret_until && (
        <span className={classes.quiet}>
          {t('webhooks.former', { at: formatDateTime(webhook.former_secret_until, language) })}
        </span>
      )}
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={() => onOpen({ what: 'log', webhook })}>
          {t('webhooks.log')}
        </Button>
        {webhook.api_key === null && <OwnActions {...{ owner, webhook, onOpen }} />}
      </div>
    </li>
  );
}

/** What the callbacks of a key do without: they have its secret, and end with it. */
function OwnActions({ owner, webhook, onOpen }: LineProps) {
  const { t } = useTranslation('service');
  const refresh = useRefresh(owner);
  const calls = WEBHOOK_CALLS[owner];
  const params = { id: webhook.id };
  const test = useThrottledAction(async () => {
    await call(calls.test, { params });
    toastSuccess('webhook', t('webhooks.tested'));
  });
  return (
    <>
      {webhook.is_on && (
        <ThrottledButton size="xs" variant="default" action={test}>
          {t('webhooks.test')}
        </ThrottledButton>
      )}
      <Button size="xs" variant="default" onClick={() => onOpen({ what: 'form', webhook })}>
        {t('webhooks.edit')}
      </Button>
      <ConfirmButton
        size="xs"
        variant="default"
        confirmColor="blue"
        question={t('webhooks.rotateAsk')}
        onConfirm={async () => {
          const { secret } = await call(calls.rotate, { params });
          onOpen({ what: 'secret', secret });
          await refresh();
        }}
      >
        {t('webhooks.rotate')}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        variant="default"
        question={t('webhooks.removeAsk')}
        onConfirm={async () => {
          await call(calls.remove, { params });
          await refresh();
        }}
      >
        {t('webhooks.remove')}
      </ConfirmButton>
    </>
  );
}

type FormProps = {
  owner: WebhookOwner;
  data: Data<'listWebhooks'>;
  webhook: Webhook | null;
  onClose: () => void;
  onSecret: (secret: string) => void;
};

const FORM_WIDTH_PX = 520;

const toFormValues = (webhook: Webhook | null, data: FormProps['data']) => ({
  url: webhook?.url ?? data.sandbox_receiver ?? '',
  note: webhook?.note ?? '',
  events: webhook?.events ?? data.events,
  isOn: webhook?.is_on ?? true,
});

type Values = ReturnType<typeof toFormValues>;

function overPresent(form: Typed<Values>, now: Values): Values {
  const events = rowsOver(form.getInitialValues().events, form.values.events, now.events);
  return { ...typedOver(form, now), events };
}

/** Adds an endpoint, or changes one. */
function WebhookForm({ owner, data, webhook, onClose, onSecret }: FormProps) {
  const { t } = useTranslation('service');
  const refresh = useRefresh(owner);
  const calls = WEBHOOK_CALLS[owner];
  const form = useForm({
    initialValues: toFormValues(webhook, data),
    validate: { events: (events) => (events.length === 0 ? t('webhooks.eventsMissing') : null) },
  });
  useUnsaved(() => form.isDirty());
  const save = useThrottledAction(async () => {
    const now = webhook && toFormValues(await latestOf(call(calls.list), webhook), data);
    const { url, note, events, isOn } = now ? overPresent(form, now) : form.values;
    const body = {
      url: url.trim(),
      ...(note.trim() && { note: note.trim() }),
      events: events as WebhookEvent[],
    };
    const quiet = { quietFor: ['parameterError', 'missingParameters', 'invalidFormat'] as const };
    try {
      if (webhook) {
        await call(calls.update, { params: { id: webhook.id }, body: { ...body, is_on: isOn } }, quiet);
        onClose();
      } else onSecret((await call(calls.create, { body }, quiet)).secret);
    } catch (error) {
      if (error instanceof ApiError && quiet.quietFor.some((name) => name === error.errorName))
        form.setFieldError('url', t('webhooks.urlWrong'));
      throw error;
    }
    await refresh();
  });
  return (
    <Sheet
      title={t(webhook ? 'webhooks.edit' : 'webhooks.add')}
      side="end"
      size={FORM_WIDTH_PX}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <TextInput
          label={t('webhooks.url')}
          description={t('webhooks.urlHint')}
          type="url"
          maxLength={500}
          autoComplete="off"
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t('webhooks.note')}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
        <Checkbox.Group label={t('webhooks.events')} {...form.getInputProps('events')}>
          <div className={classes.events}>
            {data.events.map((event) => (
              <Checkbox key={event} size="sm" value={event} label={event} />
            ))}
          </div>
        </Checkbox.Group>
        {webhook && <Switch label={t('webhooks.on')} {...form.getInputProps('isOn', { type: 'checkbox' })} />}
        <ThrottledButton type="submit" action={save}>
          {t(webhook ? 'webhooks.save' : 'webhooks.add')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** The only time that a secret is shown. */
function SecretSheet({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('service');
  return (
    <Sheet title={t('webhooks.secret')} size={FORM_WIDTH_PX} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.lede}>{t('webhooks.secretHint')}</p>
        <code translate="no" className={classes.secret} data-testid="webhook-secret">
          {secret}
        </code>
        <div className={classes.actions}>
          <CopyButton text={secret} label={t('webhooks.copySecret')} />
          <Button size="xs" onClick={onClose}>
            {t('webhooks.secretDone')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
