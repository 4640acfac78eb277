import { nowMs } from '../../lib/clock.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { BlockedWallet, BlockList as ListName, Network, Data, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/query.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { listNetworks, firstNetwork } from '../../lib/networks/networks.ts';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { SanctionsForm, useWalletsChanged } from './sanctions-form.tsx';
import classes from './wallets.module.css';
import { call } from '../../lib/api/call.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime } from '../../ui/data/money.tsx';
import { useForm } from '@mantine/form';
import { isAddress } from '../../lib/format/addresses.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { formatDate } from '../../lib/format/times.ts';
import { usePunctuation } from '../../locales/punctuation.ts';

const LISTS: readonly ListName[] = ['own', 'sanctions'];

/** Blocked wallets: their payments are held until two people have decided. */
export function BlockList() {
  const { t } = useTranslation('admin');
  const [form, open] = useState<'block' | 'sanctions' | null>(null);
  const controls = useTableAddress(['type', 'list'], SORTS.listBlockedWallets);
  const columns = useBlockColumns();
  const { type, list, ...wanted } = tableQuery(controls.address);
  const network = listNetworks().find((one) => one === type);
  const listed = LISTS.find((one) => one === list);
  const query = { ...wanted, ...(network && { type: network }), ...(listed && { list: listed }) };
  const wallets = usePage('listBlockedWallets', { query });
  const save = (format: TableFormat) =>
    downloadTable('exportBlockedWallets', query, 'blocked-wallets', format);
  return (
    <>
      <SanctionsAge listedAt={wallets.data?.sanctions_listed_at} fetches={wallets.data?.sanctions_fetches} />
      <ListTable<BlockedWallet>
        name="blocked-wallets"
        label={t('wallets.title')}
        columns={columns}
        controls={controls}
        list={wallets}
        exportOf="exportBlockedWallets"
        onExport={save}
        rowKey={({ id }) => id}
        buttons={
          <>
            <Allowed to="blockWallet">
              <Button
                className={classes.act}
                leftSection={<IconPlus size={17} stroke={1.7} />}
                onClick={() => open('block')}
              >
                {t('wallets.block')}
              </Button>
            </Allowed>
            <Allowed to="replaceSanctions">
              <Button
                className={classes.act}
                variant="default"
                leftSection={<IconFileImport size={17} stroke={1.7} />}
                onClick={() => open('sanctions')}
              >
                {t('wallets.sanctions')}
              </Button>
            </Allowed>
          </>
        }
      >
        <ChoiceFilter
          controls={controls}
          name="type"
          label={t('wallets.field.type')}
          options={listNetworks().map((value) => ({ value, label: value }))}
        />
        <ChoiceFilter
          controls={controls}
          name="list"
          label={t('wallets.field.list')}
          options={LISTS.map((value) => ({ value, label: t(`wallets.list.${value}`) }))}
        />
      </ListTable>
      {form === 'block' && <BlockForm onClose={() => open(null)} />}
      {form === 'sanctions' && <SanctionsForm onClose={() => open(null)} />}
    </>
  );
}

function useBlockColumns(): TableColumn<BlockedWallet>[] {
  const { t } = useTranslation('admin');
  const changed = useWalletsChanged();
  return [
    {
      key: 'address',
      title: t('wallets.field.address'),
      render: ({ address }) => <code translate="no">{address}</code>,
    },
    { key: 'type', title: t('wallets.field.type'), render: ({ type }) => type },
    {
      key: 'list',
      title: t('wallets.field.list'),
      render: ({ list }) => (
        <StatusBadge tone={list === 'own' ? 'info' : 'warn'}>{t(`wallets.list.${list}`)}</StatusBadge>
      ),
    },
    { key: 'note', title: t('wallets.field.note'), render: ({ note }) => note },
    {
      key: 'created_at',
      title: t('wallets.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'unblock',
      title: t('wallets.unblock'),
      align: 'end',
      render: ({ id, list, address }) =>
        list === 'own' && (
          <Allowed to="unblockWallet">
            <ConfirmButton
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t('wallets.unblockOne', { address })}
              question={t('wallets.askUnblock')}
              onConfirm={async () => {
                await call('unblockWallet', { params: { id } });
                await changed();
              }}
            >
              {t('wallets.unblock')}
            </ConfirmButton>
          </Allowed>
        ),
    },
  ];
}

const WIDTH_PX = 480;

const SHORTEST_NOTE = 3;

type Values = { type: Network; address: string; note: string };

/** Adds a wallet to the operator's own block list. */
function BlockForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useWalletsChanged();
  const form = useForm<Values>({
    initialValues: { type: firstNetwork(), address: '', note: '' },
    validate: {
      address: (value, { type }) => (isAddress(type, value) ? null : t('wallets.notAddress')),
      note: (value) => (value.trim().length < SHORTEST_NOTE ? t('wallets.noteMissing') : null),
    },
  });
  const send = useFormCall(form, { refusals: { dataExists: 'address' } });
  const block = useThrottledAction(async ({ type, address, note }: Values) => {
    await send('blockWallet', { body: { type, address: address.trim(), note: note.trim() } });
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('wallets.block')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(block.run)} noValidate>
        <p className={classes.lede}>{t('wallets.blockLede')}</p>
        <NativeSelect label={t('wallets.field.type')} data={listNetworks()} {...form.getInputProps('type')} />
        <TextInput
          label={t('wallets.field.address')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('address')}
        />
        <Textarea
          label={t('wallets.field.note')}
          autosize
          minRows={2}
          maxLength={200}
          {...form.getInputProps('note')}
        />
        <ThrottledButton type="submit" action={block}>
          {t('wallets.block')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

/** The same limit as the alarm's. */
const OLD_MS = 48 * 3_600_000;

type Fetch = Data<'listBlockedWallets'>['sanctions_fetches'][number];

type Props = { listedAt: Record<Network, string | null> | undefined; fetches: readonly Fetch[] | undefined };

/** The age of each network's sanctions list, and where it is fetched from automatically. */
function SanctionsAge({ listedAt, fetches }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair } = usePunctuation();
  return (
    <div className={classes.sanctions}>
      <p className={classes.ages}>
        <span>{t('wallets.age')}</span>
        {listedAt &&
          Object.entries(listedAt).map(([network, at]) => (
            <StatusBadge key={network} tone={isFresh(at) ? 'good' : 'warn'}>
              {pair(network, at === null ? t('wallets.never') : formatDate(at, language))}
            </StatusBadge>
          ))}
      </p>
      {fetches?.map((fetch) => (
        <p key={fetch.type} data-problem={fetch.problem !== null || undefined}>
          <strong>{fetch.type}</strong> <FetchWords {...fetch} />
        </p>
      ))}
    </div>
  );
}

/** The outcome of the last fetch. */
function FetchWords({ hosts, tried_at: triedAt, listed, problem }: Fetch) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (problem !== null) return t('wallets.sanctionsProblem', { problem });
  const from = hosts.join(', ');
  if (triedAt === null || listed === null) return t('wallets.sanctionsUnread', { hosts: from });
  return t('wallets.sanctionsRead', { hosts: from, wallets: listed.toLocaleString(language) });
}

const isFresh = (at: string | null): boolean => at !== null && nowMs() - new Date(at).getTime() < OLD_MS;
