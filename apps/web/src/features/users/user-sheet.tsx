import { Anchor, Skeleton, Tabs, NativeSelect, TextInput, Textarea } from '@mantine/core';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query, pages } from '../../lib/api/query.ts';
import { formatDate, formatDateTime } from '../../lib/format/times.ts';
import { Link } from 'wouter';
import { Allowed, AllowedFields } from '../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { StatusBadge, UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { UserAccess } from './user-access.tsx';
import classes from './users-admin.module.css';
import { useForm } from '@mantine/form';
import type { UserDetails, MovementDetails, TableFormat } from '@portside/contract';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { call } from '../../lib/api/call.ts';
import { showStored, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { useUsersChanged } from './use-users.ts';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { randomKey } from '../../lib/random-key.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { AmountField } from '../../ui/fields/decimal-field.tsx';
import type { TextKey } from '../../locales/text-key.ts';
import { downloadFile } from '../../lib/browser/downloads.ts';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { plainEmail } from '../../lib/format/field-rules.ts';
import { AMOUNT } from '../../lib/format/typed-numbers.ts';

// Parts of other features, beside what this one shows.
const Notes = lazy(async () => ({ default: (await import('../timelines/notes.tsx')).Notes }));
const UserOverview = lazy(async () => ({
  default: (await import('../timelines/about-user.tsx')).UserOverview,
}));
const UserTimeline = lazy(async () => ({
  default: (await import('../timelines/about-user.tsx')).UserTimeline,
}));
const PayoutRequests = lazy(async () => ({
  default: (await import('../agents/payout-requests.tsx')).PayoutRequests,
}));

const WIDTH_PX = 1_120;

type Props = {
  id: string;
  pending: ReactNode;
  renderPrices: (user: UserDetails) => ReactNode;
  renderKeys: (userId: string) => ReactNode;
  onClose: () => void;
};

function Head({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <>
      <p className={classes.head}>
        <UserStatusBadge status={user.status} />
        <strong>
          <Money amount={user.exact_balance} />
        </strong>
        <span>{user.email}</span>
        {user.role && <StatusBadge tone="info">{user.role.name}</StatusBadge>}
      </p>
      <p className={classes.head}>
        <Anchor component={Link} inherit to={`/admin/order?buyer=${encodeURIComponent(user.email)}`}>
          {t('frame.pages.order')}
        </Anchor>
        <Anchor component={Link} inherit to={`/admin/support?user=${user.id}`}>
          {t('support.conversation')}
        </Anchor>
        <span className={classes.quiet}>
          {t('users.since', { at: formatDate(user.created_at, language) })}
        </span>
      </p>
    </>
  );
}

/** One user as operators see them: balance, access and profile. */
export function UserSheet({ id, pending, renderPrices, renderKeys, onClose }: Props) {
  const { t } = useTranslation('admin');
  const { data: user, error, isError, refetch } = useQuery(query('readUser', { params: { id } }));
  return (
    <Sheet title={user?.username ?? t('users.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      {isError && !user && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!user && !isError && <Skeleton height={320} />}
      {user && (
        <>
          <Head user={user} />
          <div className={classes.sides}>
            <Tabs defaultValue="money" keepMounted={false}>
              <Tabs.List>
                <Tabs.Tab value="money">{t('users.tab.money')}</Tabs.Tab>
                <Allowed to="readUserPrices">
                  <Tabs.Tab value="prices">{t('users.tab.prices')}</Tabs.Tab>
                </Allowed>
                <Tabs.Tab value="access">{t('users.tab.access')}</Tabs.Tab>
                <Tabs.Tab value="edit">{t('users.tab.edit')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="money" className={classes.panel}>
                {pending}
                <Allowed to="adjustBalance">
                  <AdjustForm id={id} />
                </Allowed>
                <Allowed to="listPayouts">
                  <Suspense>
                    <PayoutRequests userId={id} />
                  </Suspense>
                </Allowed>
                <BalanceMovements id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="prices" className={classes.panel}>
                {renderPrices(user)}
              </Tabs.Panel>
              <Tabs.Panel value="access" className={classes.panel}>
                <UserAccess user={user} />
                <Allowed to="readApiKeyRight">{renderKeys(user.id)}</Allowed>
              </Tabs.Panel>
              <Tabs.Panel value="edit" className={classes.panel}>
                <EditUser user={user} />
              </Tabs.Panel>
            </Tabs>
            <Suspense>
              <div className={classes.known}>
                <UserOverview userId={id} hasOrders={false} />
                <Notes about="user" id={id} />
              </div>
              <UserTimeline userId={id} />
            </Suspense>
          </div>
        </>
      )}
    </Sheet>
  );
}

const valuesOf = ({ username, email, language }: UserDetails) => ({ username, email, language });

/** Edits name, e-mail address and language. A new address waits; the form keeps the one in force. */
export function EditUser({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const form = useForm({ initialValues: valuesOf(user) });
  const send = useFormCall(form, { refusals: { userExists: 'username', nameConfusable: 'username' } });
  const save = useThrottledAction(async () => {
    const params = { id: user.id };
    const { username, email, ...rest } = typedOver(form, valuesOf(await call('readUser', { params })));
    const body = { username: username.trim(), email: plainEmail(email), ...rest };
    const kept = valuesOf(await send('updateUser', { params, body }));
    showStored(form, kept);
    toastSuccess('user', t('users.saved'));
    await changed();
  });
  const next = user.email_change;
  return (
    <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
      <AllowedFields to="updateUser">
        <TextInput label={t('users.field.username')} autoComplete="off" {...form.getInputProps('username')} />
        <TextInput
          label={t('users.field.email')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {next && (
          <Callout tone="warn">
            {t('users.emailWaits', { email: next.email, at: formatDateTime(next.takes_effect_at, language) })}
          </Callout>
        )}
        <NativeSelect
          label={t('users.field.language')}
          data={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        <ThrottledButton type="submit" action={save}>
          {t('users.save')}
        </ThrottledButton>
      </AllowedFields>
    </form>
  );
}

type Values = { direction: 'credit' | 'debit'; amount: string; reason: string };

/** Adjusts a balance manually: a proposal that a colleague approves. */
function AdjustForm({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const key = useRef(randomKey());
  const form = useForm<Values>({
    initialValues: { direction: 'credit', amount: '', reason: '' },
    validate: {
      amount: (value) =>
        AMOUNT.test(value.trim()) && Number(value) > 0 ? null : t('users.adjust.amountWrong'),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('users.adjust.reasonMissing') : null),
    },
  });
  const sendForm = useFormCall(form, {
    refusals: { amountOutOfRange: 'amount', balanceTooLow: 'amount' },
  });
  const send = useThrottledAction(async ({ direction, amount, reason }: Values) => {
    const body = { direction, amount: amount.trim(), reason: reason.trim() };
    const { state } = await sendForm(
      'adjustBalance',
      { params: { id }, body },
      { idempotencyKey: key.current },
    );
    key.current = randomKey();
    form.reset();
    toastSuccess('adjust', t(state === 'applied' ? 'users.adjust.done' : 'users.adjust.proposed'));
    await changed();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <h3 className={classes.heading}>{t('users.adjust.title')}</h3>
      <ChoiceRow
        data={(['credit', 'debit'] as const).map((value) => ({ value, label: t(`users.adjust.${value}`) }))}
        value={form.values.direction}
        onChange={(direction) => form.setFieldValue('direction', direction)}
      />
      <AmountField label={t('users.adjust.amount')} {...form.getInputProps('amount')} />
      <Textarea label={t('users.adjust.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={send}>
        {t('users.adjust.submit')}
      </ThrottledButton>
    </form>
  );
}

/** A user's balance history, newest first. */
function BalanceMovements({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const movements = useInfiniteQuery(pages('listMovements', { params: { id } }));
  const save = (format: TableFormat) =>
    downloadFile('exportMovements', { params: { id }, query: { format } }, `movements-${id}.${format}`);
  const columns = useColumns();
  return (
    <section>
      <div className={classes.bar}>
        <h3 className={classes.heading}>{t('users.ledger.title')}</h3>
        <ExportButton of="exportMovements" onExport={save} />
      </div>
      {movements.isError && !movements.data ? (
        <LoadFailure error={movements.error} onRetry={() => void movements.refetch()} />
      ) : (
        <PagedList
          label={t('users.ledger.title')}
          columns={columns}
          list={movements}
          rowKey={({ id: one }) => one}
          empty={<p className={classes.quiet}>{t('users.ledger.empty')}</p>}
        />
      )}
    </section>
  );
}

function useColumns(): Column<MovementDetails>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    { key: 'at', title: t('users.ledger.at'), render: ({ created_at: at }) => formatDateTime(at, language) },
    {
      key: 'kind',
      title: t('users.ledger.kind'),
      render: ({ kind }) => t(`users.ledger.of.${kind}` as TextKey<'admin'>, { defaultValue: kind }),
    },
    {
      key: 'about',
      title: t('users.ledger.about'),
      onCard: 'wide',
      render: ({ order_no: number, decision }) => (
        <>
          {number && (
            <Anchor component={Link} to={`/admin/order?open=${number}`} size="sm">
              <code translate="no">{number}</code>
            </Anchor>
          )}
          {decision && <DecisionWords decision={decision} />}
        </>
      ),
    },
    {
      key: 'amount',
      title: t('users.ledger.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} hasUnit={false} />,
    },
  ];
}

/** There is no approver if the shop has only one admin. */
function DecisionWords({ decision }: { decision: NonNullable<MovementDetails['decision']> }) {
  const { t } = useTranslation('admin');
  const { proposed_by: proposer, approved_by: approver, reason } = decision;
  return (
    <span className={classes.decision}>
      {approver === null
        ? t('users.ledger.byOne', { proposer: proposer ?? '–' })
        : t('users.ledger.byTwo', { proposer: proposer ?? '–', approver })}
      <span>{reason}</span>
    </span>
  );
}
