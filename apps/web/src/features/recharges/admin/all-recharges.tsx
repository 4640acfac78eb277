import type { AdminRecharge } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { filterOf, FILTERS } from './filter-values.ts';
import { useRechargeColumns } from './recharge-columns.tsx';
import { RechargeSheet } from './recharge-sheet.tsx';
import { RechargesFilter } from './recharges-filter.tsx';

/** Top-ups of all buyers. */
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
      <ListTable<AdminRecharge>
        name="recharges"
        label={t('recharges.title')}
        columns={columns}
        controls={controls}
        list={recharges}
        exportOf="exportRecharges"
        onExport={save}
        rowKey={({ order_id: id }) => id}
        onOpen={({ order_id: id }) => open(id)}
      >
        <RechargesFilter controls={controls} />
      </ListTable>
      {opened !== null && <RechargeSheet orderId={opened} onClose={() => open(null)} />}
    </>
  );
}
