import { Button } from '@mantine/core';
import type { BlockedWallet, BlockList as ListName } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { listNetworks } from '../../lib/networks.ts';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { BlockForm } from './block-form.tsx';
import { useBlockColumns } from './block-columns.tsx';
import { SanctionsAge } from './sanctions-age.tsx';
import { SanctionsForm } from './sanctions-form.tsx';
import classes from './wallets.module.css';

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
  const save = () => downloadTable('exportBlockedWallets', query, 'blocked-wallets.csv');
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
      </ListTable>
      {form === 'block' && <BlockForm onClose={() => open(null)} />}
      {form === 'sanctions' && <SanctionsForm onClose={() => open(null)} />}
    </>
  );
}
