import { WARRANTY_CLAIM_STATES, type AdminWarrantyClaim } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { useWarrantyClaimColumns } from './warranty-claim-columns.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';

const FILTERS = ['state'] as const;

type Props = {
  /** The order's pending approvals. */
  renderPending: (orderNo: string) => ReactNode;
};

/** Warranty claims, oldest open ones first. Each is decided on its order. */
export function AllWarrantyClaims({ renderPending }: Props) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllWarrantyClaims);
  const [opened, open] = useOpened();
  const columns = useWarrantyClaimColumns();
  const query = tableQuery(controls.address, { state: WARRANTY_CLAIM_STATES });
  const claims = usePage('listAllWarrantyClaims', { query });
  const save = () => downloadTable('exportWarrantyClaims', query, 'warranty-claims.csv');
  return (
    <>
      <ListTable<AdminWarrantyClaim>
        name="claims"
        label={t('warrantyClaims.title')}
        columns={columns}
        controls={controls}
        list={claims}
        exportOf="exportWarrantyClaims"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={({ order_no: number }) => open(number)}
      >
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('warrantyClaims.field.state')}
          options={WARRANTY_CLAIM_STATES.map((value) => ({
            value,
            label: t(`warrantyClaims.state.${value}`),
          }))}
        />
      </ListTable>
      {opened !== null && (
        <AdminOrderSheet orderNo={opened} pending={renderPending(opened)} onClose={() => open(null)} />
      )}
    </>
  );
}
