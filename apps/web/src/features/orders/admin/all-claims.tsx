import { WARRANTY_CLAIM_STATES, type AdminWarrantyClaim } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { useClaimColumns } from './claim-columns.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';

const NAME = 'claims';
const FILTERS = ['state'] as const;

type Props = {
  /** Shown on an order: what of it waits for a second person. */
  renderWaiting: (orderNo: string) => ReactNode;
};

/** What buyers report as dead, the longest waiting first; each is decided on its order. */
export function AllClaims({ renderWaiting }: Props) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllClaims);
  const [opened, open] = useOpened();
  const columns = useClaimColumns();
  const { state, ...wanted } = tableQuery(controls.address);
  const known = WARRANTY_CLAIM_STATES.find((one) => one === state);
  const query = { ...wanted, ...(known && { state: known }) };
  const claims = usePage('listAllClaims', { query });
  const save = () => downloadTable('exportClaims', query, 'warranty-claims.csv');
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls} exportOf="exportClaims" onExport={save}>
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('claims.field.state')}
          options={WARRANTY_CLAIM_STATES.map((value) => ({ value, label: t(`claims.state.${value}`) }))}
        />
      </TableTools>
      <DataTable<AdminWarrantyClaim>
        name={NAME}
        label={t('claims.title')}
        columns={columns}
        page={claims.data}
        isFetching={claims.isFetching}
        hasFailed={claims.isError}
        error={claims.error}
        onRetry={() => void claims.refetch()}
        controls={controls}
        rowKey={({ id }) => id}
        onOpen={({ order_no: number }) => open(number)}
      />
      {opened !== null && (
        <AdminOrderSheet orderNo={opened} waiting={renderWaiting(opened)} onClose={() => open(null)} />
      )}
    </>
  );
}
