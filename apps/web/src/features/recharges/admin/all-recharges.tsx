import type { AdminRecharge } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { filterOf, FILTERS } from './filter-values.ts';
import { useRechargeColumns } from './recharge-columns.tsx';
import { RechargeSheet } from './recharge-sheet.tsx';
import { RechargesFilter } from './recharges-filter.tsx';

const NAME = 'recharges';

/** Top-ups of all buyers: filter, file, and one of them whole. */
export function AllRecharges() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllRecharges);
  const [opened, open] = useOpened();
  const columns = useRechargeColumns();
  const filter = filterOf(controls.address);
  const { limit, sort, cursor } = controls.address;
  const asked = { ...filter, limit, ...(sort && { sort }), ...(cursor && { cursor }) };
  const recharges = usePage('listAllRecharges', { query: asked });
  const save = () => downloadTable('exportRecharges', filter, 'top-ups.csv');
  return (
    <>
      <TableTools
        name={NAME}
        columns={columns}
        controls={controls}
        exportOf="exportRecharges"
        onExport={save}
      >
        <RechargesFilter controls={controls} />
      </TableTools>
      <DataTable<AdminRecharge>
        name={NAME}
        label={t('recharges.title')}
        columns={columns}
        page={recharges.data}
        isFetching={recharges.isFetching}
        hasFailed={recharges.isError}
        error={recharges.error}
        onRetry={() => void recharges.refetch()}
        controls={controls}
        rowKey={({ order_id: id }) => id}
        onOpen={({ order_id: id }) => open(id)}
      />
      {opened !== null && <RechargeSheet orderId={opened} onClose={() => open(null)} />}
    </>
  );
}
