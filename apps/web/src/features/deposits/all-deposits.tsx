import type { AdminDeposit, Data, Network, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/query.ts';
import { shopDays } from '../../lib/format/days.ts';
import { listNetworks, networkName, firstNetwork } from '../../lib/networks/networks.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { DepositSheet, DEPOSIT_STATES, DepositStateBadge } from './deposit-sheet.tsx';
import { Money, DateTime } from '../../ui/data/money.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { hashIn } from '../../ui/wallet/use-hash-problem.ts';
import { WholeField } from '../../ui/fields/whole-field.tsx';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './deposits.module.css';

const FILTERS = [
  'lost',
  'state',
  'type',
  'tx_hash',
  'sender',
  'username',
  'with_dust',
  'from',
  'to',
] as const;

/** All deposits: what each paid, and what is undecided. */
export function AllDeposits() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllDeposits);
  const [isRereading, reread] = useState(false);
  const columns = useDepositColumns();
  const { lost, state, type, with_dust: hasDust, ...wanted } = tableQuery(controls.address);
  const knownState = DEPOSIT_STATES.find((one) => one === state);
  const knownType = listNetworks().find((one) => one === type);
  const query = {
    ...wanted,
    ...(lost === 'true' && { lost: 'true' as const }),
    ...(hasDust === 'true' && { with_dust: 'true' as const }),
    ...(knownState && { state: knownState }),
    ...(knownType && { type: knownType }),
    ...shopDays(controls.address.filters),
  };
  const deposits = usePage('listAllDeposits', { query });
  const opened = useOpenedRow(deposits.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportDeposits', query, 'deposits', format);
  const text = (name: 'sender' | 'username') => (
    <TextFilter controls={controls} name={name} label={t(`deposits.field.${name}`)} />
  );
  type Options = { value: string; label: string }[];
  const choice = (name: 'lost' | 'state' | 'type', field: 'chain' | 'state' | 'type', options: Options) => (
    <ChoiceFilter controls={controls} name={name} label={t(`deposits.field.${field}`)} options={options} />
  );
  const stateOptions = DEPOSIT_STATES.map((value) => ({ value, label: t(`deposits.state.${value}`) }));
  const networkOptions = listNetworks().map((value) => ({ value, label: networkName(value) }));
  return (
    <>
      <ListTable<AdminDeposit>
        name="deposits"
        label={t('deposits.title')}
        columns={columns}
        controls={controls}
        list={deposits}
        exportOf="exportDeposits"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
        buttons={<RescanButton onClick={() => reread(true)} />}
      >
        {choice('state', 'state', stateOptions)}
        {choice('type', 'type', networkOptions)}
        {choice('lost', 'chain', [{ value: 'true', label: t('deposits.lost') }])}
        <TextFilter controls={controls} name="tx_hash" label={t('deposits.field.tx_hash')} clean={hashIn} />
        {text('sender')}
        {text('username')}
        <Checkbox
          label={t('deposits.withDust')}
          mb={8}
          checked={hasDust === 'true'}
          onChange={({ currentTarget }) =>
            controls.filter({ with_dust: currentTarget.checked ? 'true' : '' })
          }
        />
        <DaysFilter controls={controls} />
      </ListTable>
      {opened.row && <DepositSheet deposit={opened.row} onClose={opened.close} />}
      {isRereading && <RescanForm onClose={() => reread(false)} />}
    </>
  );
}

function RescanButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <Allowed to="rescanChain">
      <Button variant="default" leftSection={<IconRefresh size={17} stroke={1.7} />} onClick={onClick}>
        {t('deposits.rescan.title')}
      </Button>
    </Allowed>
  );
}

function useDepositColumns(): TableColumn<AdminDeposit>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'amount',
      title: t('deposits.field.amount'),
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'state',
      title: t('deposits.field.state'),
      render: ({ state }) => <DepositStateBadge state={state} />,
    },
    { key: 'type', title: t('deposits.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'username',
      title: t('deposits.field.username'),
      render: ({ username }) => username ?? '–',
    },
    {
      key: 'order',
      title: t('deposits.field.order'),
      render: ({ order_id: id }) => (id ? <code translate="no">{id}</code> : '–'),
    },
    {
      key: 'hash',
      title: t('deposits.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code translate="no" title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    {
      key: 'sender',
      title: t('deposits.field.sender'),
      isExtra: true,
      render: ({ sender_address: address }) => <code translate="no">{address}</code>,
    },
    {
      key: 'recorded_at',
      title: t('deposits.field.time'),
      render: ({ block_time: at }) => <DateTime at={at} />,
    },
  ];
}

const WIDTH_PX = 480;

type Values = { type: Network; fromBlock: number | string; reason: string };

/** Scans confirmed blocks again up to the follower's position, for payments that the nodes missed. */
function RescanForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), fromBlock: '', reason: '' },
    validate: {
      fromBlock: (value) => (value !== '' && Number(value) >= 0 ? null : t('deposits.rescan.blockMissing')),
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('deposits.decide.reasonMissing') : null),
    },
  });
  const send = useFormCall(form, { fields: { from_block: 'fromBlock' } });
  const read = useThrottledAction(async ({ type, fromBlock, reason }: Values) => {
    let next: number | null = Number(fromBlock);
    let found = 0;
    // A call scans for a limited time and returns the next block.
    while (next !== null) {
      const body = { type, from_block: next, reason: reason.trim() };
      const part: Data<'rescanChain'> = await send('rescanChain', { body });
      found += part.found;
      next = part.next_block;
      if (next !== null) form.setFieldValue('fromBlock', next);
    }
    toastSuccess('rescan', t('deposits.rescan.done', { found }));
    await client.invalidateQueries();
    onClose();
  });
  return (
    <Sheet title={t('deposits.rescan.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(read.run)} noValidate>
        <p className={classes.lede}>{t('deposits.rescan.lede')}</p>
        <NativeSelect
          label={t('deposits.field.type')}
          data={listNetworks()}
          {...form.getInputProps('type')}
        />
        <WholeField label={t('deposits.rescan.fromBlock')} {...form.getInputProps('fromBlock')} />
        <Textarea
          label={t('deposits.decide.reason')}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <ThrottledButton type="submit" action={read}>
          {t('deposits.rescan.start')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
