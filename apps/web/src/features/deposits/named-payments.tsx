import { Anchor, Text } from '@mantine/core';
import { recordOf } from '@portside/chain/networks/registry';
import type { AdminNamedPayment } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { call } from '../../lib/api/call.ts';
import { usePage } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { DateTime } from '../../ui/data/money.tsx';
import { Fact, Facts, LongText } from '../../ui/data/facts.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { ReasonForm } from '../../ui/fields/reason-form.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { SenderText } from './deposit-sheet.tsx';

const FILTERS = ['state', 'username'] as const;
const STATES = ['open', 'reviewed'] as const;

/** Transactions that buyers named as their payments, newest first, with what each was. */
export function NamedPayments() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS);
  const query = tableQuery(controls.address, { state: STATES });
  const named = usePage('listNamedPayments', { query });
  const opened = useOpenedRow(named.data?.items, ({ id }) => id);
  const columns = useNamedColumns();
  return (
    <>
      <Text size="sm" c="var(--shop-quiet)" mb="md">
        {t('deposits.named.lede')}
      </Text>
      <ListTable<AdminNamedPayment>
        name="named"
        label={t('deposits.named.title')}
        columns={columns}
        controls={controls}
        list={named}
        exportOf="exportNamedPayments"
        onExport={(format) => downloadTable('exportNamedPayments', query, 'named-payments', format)}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('deposits.field.state')}
          options={STATES.map((value) => ({ value, label: t(`deposits.named.filter.${value}`) }))}
        />
        <TextFilter controls={controls} name="username" label={t('deposits.field.username')} />
      </ListTable>
      {opened.row && <NamedPaymentSheet named={opened.row} onClose={opened.close} />}
    </>
  );
}

/** What it was, with its amount and the network where it lies. */
function useWhat(): (named: AdminNamedPayment) => string {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return ({ payment }) => {
    if (payment === null) return t('deposits.named.state.notSeen');
    const { state, amount, type } = payment;
    const unit = state === 'coin' ? recordOf(type).coin.name : 'USDT';
    const sum = amount === null ? [] : [`${formatUsdt(amount, language)} ${unit}`];
    return [t(`deposits.named.state.${state}`), ...sum, networkName(type)].join(' · ');
  };
}

function useNamedColumns(): TableColumn<AdminNamedPayment>[] {
  const { t } = useTranslation('admin');
  const what = useWhat();
  return [
    { key: 'username', title: t('deposits.field.username'), render: ({ username }) => username },
    {
      key: 'what',
      title: t('deposits.named.what'),
      render: (named) => (
        <>
          {what(named)} {named.is_open && <OpenBadge />}
        </>
      ),
    },
    { key: 'for', title: t('deposits.named.for'), render: ({ named_type: type }) => networkName(type) },
    {
      key: 'tx_hash',
      title: t('deposits.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code title={hash} translate="no">
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    { key: 'named_at', title: t('deposits.field.time'), render: ({ named_at: at }) => <DateTime at={at} /> },
  ];
}

function OpenBadge() {
  const { t } = useTranslation('admin');
  return <StatusBadge tone="warn">{t('deposits.named.filter.open')}</StatusBadge>;
}

const WIDTH_PX = 620;

/** One named transaction: who named it, what it was, and the note of who looked after it. */
function NamedPaymentSheet({ named, onClose }: { named: AdminNamedPayment; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const review = async (reason: string, send: typeof call) => {
    await send('reviewNamedPayment', { params: { id: named.id }, body: { reason } });
    toastSuccess('named', t('deposits.named.done'));
    await client.invalidateQueries();
    onClose();
  };
  return (
    <Sheet title={t('deposits.named.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      <NamedPaymentFacts named={named} />
      {named.is_open && (
        <Allowed to="reviewNamedPayment">
          <ReasonForm
            hint={t('deposits.named.hint')}
            label={t('chains.aside.ask')}
            submit={t('chains.aside.submit')}
            onSubmit={review}
          />
        </Allowed>
      )}
    </Sheet>
  );
}

function NamedPaymentFacts({ named }: { named: AdminNamedPayment }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const what = useWhat();
  const { payment, order_id: orderId, reviewed_at: at, reviewed_by: by } = named;
  return (
    <Facts>
      <Fact name={t('deposits.named.what')}>
        {what(named)} {named.is_open && <OpenBadge />}
      </Fact>
      <Fact name={t('deposits.field.username')}>{named.username}</Fact>
      <Fact name={t('deposits.named.for')}>{networkName(named.named_type)}</Fact>
      {orderId !== null && (
        <Fact name={t('deposits.field.order')}>
          <Anchor component={Link} to={`/admin/recharge?open=${orderId}`}>
            {orderId}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('deposits.field.tx_hash')}>
        <LongText
          text={named.tx_hash}
          {...(payment && { link: { href: payment.tx_url, label: t('deposits.explorer') } })}
        />{' '}
        <Anchor component={Link} to={`/admin/recharge?tab=deposits&tx_hash=${named.tx_hash}`} size="sm">
          {t('recharges.payments')}
        </Anchor>
      </Fact>
      <NamedAddresses named={named} />
      <Fact name={t('deposits.field.time')}>{formatDateTime(named.named_at, language)}</Fact>
      {at !== null && (
        <Fact name={t('chains.aside.review', { name: by ?? '–', at: formatDateTime(at, language) })}>
          {named.review}
        </Fact>
      )}
    </Facts>
  );
}

/** Where it came from, where it lies, and what it is. */
function NamedAddresses({ named }: { named: AdminNamedPayment }) {
  const { t } = useTranslation('admin');
  const { sender_address: sender, receiver_address: receiver, token_address: token, payment } = named;
  return (
    <>
      {sender !== null && (
        <Fact name={t('deposits.field.sender')}>
          <SenderText network={payment?.type ?? named.named_type} address={sender} />
        </Fact>
      )}
      {receiver !== null && (
        <Fact name={t('deposits.field.receiver')}>
          <LongText text={receiver} />
        </Fact>
      )}
      {token !== null && (
        <Fact name={t('deposits.named.token')}>
          <LongText text={token} />
        </Fact>
      )}
    </>
  );
}
