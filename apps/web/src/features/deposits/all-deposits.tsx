import type { AdminDeposit } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { dayRange } from '../../lib/day-range.ts';
import { listNetworks, networkName } from '../../lib/networks.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened-row.ts';
import { useDepositColumns } from './deposit-columns.tsx';
import { DepositSheet } from './deposit-sheet.tsx';
import { DEPOSIT_STATES } from './deposit-state-badge.tsx';
import { RescanForm } from './rescan-form.tsx';

const FILTERS = ['lost', 'state', 'type', 'tx_hash', 'sender', 'username', 'from', 'to'] as const;

/** All deposits: what each paid, and what is undecided. */
export function AllDeposits() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllDeposits);
  const [isRereading, reread] = useState(false);
  const columns = useDepositColumns();
  const { lost, state, type, ...wanted } = tableQuery(controls.address);
  const knownState = DEPOSIT_STATES.find((one) => one === state);
  const knownType = listNetworks().find((one) => one === type);
  const query = {
    ...wanted,
    ...(lost === 'true' && { lost: 'true' as const }),
    ...(knownState && { state: knownState }),
    ...(knownType && { type: knownType }),
    ...dayRange(controls.address.filters),
  };
  const deposits = usePage('listAllDeposits', { query });
  const opened = useOpenedRow(deposits.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportDeposits', query, 'deposits.csv');
  const text = (name: 'tx_hash' | 'sender' | 'username') => (
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
      >
        {choice('state', 'state', stateOptions)}
        {choice('type', 'type', networkOptions)}
        {choice('lost', 'chain', [{ value: 'true', label: t('deposits.lost') }])}
        {text('tx_hash')}
        {text('sender')}
        {text('username')}
        <DaysFilter controls={controls} />
        <Allowed to="rescanChain">
          <Button
            variant="default"
            leftSection={<IconRefresh size={17} stroke={1.7} />}
            onClick={() => reread(true)}
          >
            {t('deposits.rescan.title')}
          </Button>
        </Allowed>
      </ListTable>
      {opened.row && <DepositSheet deposit={opened.row} onClose={opened.close} />}
      {isRereading && <RescanForm onClose={() => reread(false)} />}
    </>
  );
}
