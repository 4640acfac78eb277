import { useQuery } from '@tanstack/react-query';
import type { TableFormat } from '@portside/contract';
import { CLAIM_VERDICTS, WARRANTY_CLAIM_STATES, type AdminWarrantyClaim } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { itemsOf, query, usePage } from '../../../lib/api/query.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { ChoiceFilter, SearchedChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../../ui/table/table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { AdminOrderSheet } from '../admin/admin-order-sheet.tsx';
import { useAnyGoods } from '../admin/all-orders.tsx';
import { useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/money.tsx';
import { DueTime } from '../../../ui/data/due-time.tsx';
import { partsOf, outcomeOf, CLAIM_TONES } from './warranty-claim-badge.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { HOUR_MS } from '../../../lib/format/times.ts';
import { DecideClaims } from './decide-claims.tsx';
import classes from './warranty-claims.module.css';

const FILTERS = ['state', 'goods_id', 'supplier_id', 'verdict', 'user_id'] as const;

type Props = {
  /** The order's pending approvals. */
  renderPending: (orderNo: string) => ReactNode;
};

/** Warranty claims, oldest open ones first. Each is decided on its order, or several at once. */
export function AllWarrantyClaims({ renderPending }: Props) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllWarrantyClaims);
  const may = useMay();
  const [opened, open] = useOpened();
  const [chosen, choose] = useState<AdminWarrantyClaim[]>([]);
  const columns = useWarrantyClaimColumns();
  const filter = tableQuery(controls.address, {
    state: WARRANTY_CLAIM_STATES,
    verdict: CLAIM_VERDICTS,
  });
  const claims = usePage('listAllWarrantyClaims', { query: filter });
  const save = (format: TableFormat) =>
    downloadTable('exportWarrantyClaims', filter, 'warranty-claims', format);
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
        {...(may('decideWarrantyClaims') && { selection: { rows: chosen, onChange: choose } })}
        between={chosen.length > 0 && <DecideClaims claims={chosen} onDone={() => choose([])} />}
      >
        <ClaimsFilter controls={controls} first={claims.data?.items[0]} />
      </ListTable>
      {opened !== null && (
        <AdminOrderSheet
          key={opened}
          orderNo={opened}
          pending={renderPending(opened)}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

type FilterProps = {
  controls: TableControls<(typeof FILTERS)[number]>;
  /** Of the claims that are shown. */
  first: AdminWarrantyClaim | undefined;
};

/** They combine with AND. A buyer's overview leads here: whose claims these are is named, and cannot be chosen. */
function ClaimsFilter({ controls, first }: FilterProps) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const goods = useAnyGoods();
  const { supplier_id: supplier, user_id: buyer } = controls.address.filters;
  const suppliers = useQuery({ ...query('listSuppliers'), select: itemsOf, enabled: may('listSuppliers') });
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  return (
    <>
      <ChoiceFilter
        controls={controls}
        name="state"
        label={t('warrantyClaims.field.state')}
        options={WARRANTY_CLAIM_STATES.map((value) => ({
          value,
          label: t(`warrantyClaims.state.${value}`),
        }))}
      />
      <SearchedChoiceFilter
        controls={controls}
        name="goods_id"
        label={t('warrantyClaims.field.goods')}
        options={goods.map(named)}
      />
      {(suppliers.data || supplier !== '') && (
        <SearchedChoiceFilter
          controls={controls}
          name="supplier_id"
          label={t('stock.purchase.supplier')}
          options={[
            { value: '0', label: t('sales.profit.none.supplier') },
            ...(suppliers.data ?? []).map(named),
          ]}
        />
      )}
      <ChoiceFilter
        controls={controls}
        name="verdict"
        label={t('warrantyClaims.field.verdict')}
        options={CLAIM_VERDICTS.map((value) => ({ value, label: t(`warrantyClaims.verdict.${value}`) }))}
      />
      {buyer !== '' && (
        <ChoiceFilter
          controls={controls}
          name="user_id"
          label={t('warrantyClaims.field.buyer')}
          options={first?.buyer.id === buyer ? [{ value: buyer, label: first.buyer.username }] : []}
        />
      )}
    </>
  );
}

function useWarrantyClaimColumns(): TableColumn<AdminWarrantyClaim>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const hours = useWarrantyAnswerHours();
  const partWords = (claim: AdminWarrantyClaim): string[] =>
    partsOf(claim).map(({ end, n }) => t(`warrantyClaims.part.${end}`, { n: n.toLocaleString(language) }));
  return [
    {
      key: 'due',
      title: t('warrantyClaims.field.due'),
      render: ({ state, created_at: at }) =>
        state === 'open' ? <DueTime atMs={Date.parse(at) + hours * HOUR_MS} /> : '–',
    },
    {
      key: 'state',
      title: t('warrantyClaims.field.state'),
      render: (claim) => <WarrantyClaimStateBadge claim={claim} />,
    },
    {
      key: 'order',
      title: t('warrantyClaims.field.order'),
      render: ({ order_no: number }) => (
        <code translate="no" className={classes.number}>
          {number}
        </code>
      ),
    },
    {
      key: 'goods',
      title: t('warrantyClaims.field.goods'),
      render: ({ goods }) => <Cut text={goods.name} />,
    },
    { key: 'buyer', title: t('warrantyClaims.field.buyer'), render: ({ buyer }) => buyer.username },
    {
      key: 'accounts',
      title: t('warrantyClaims.field.accounts'),
      align: 'end',
      render: (claim) => (
        <span className="figures">
          {[claim.accounts.toLocaleString(language), ...partWords(claim)].join(' · ')}
        </span>
      ),
    },
    {
      key: 'reason',
      isRoomy: true,
      title: t('warrantyClaims.field.reason'),
      render: ({ reason }) => <Cut text={reason} />,
    },
    {
      key: 'answer',
      title: t('warrantyClaims.field.answer'),
      isExtra: true,
      render: ({ answer }) => answer || '–',
    },
    {
      key: 'settledBy',
      title: t('warrantyClaims.field.settledBy'),
      isExtra: true,
      render: ({ settled_by: name, state }) =>
        name ?? (state === 'open' ? '–' : t('warrantyClaims.automatic')),
    },
    {
      // Beside the time until which it is answered.
      key: 'created_at',
      isExtra: true,
      title: t('warrantyClaims.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

/** The whole is in the claim's drawer. */
const Cut = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text}
  </span>
);

/** A claim's outcome, as operators see it. */
function WarrantyClaimStateBadge({ claim }: { claim: AdminWarrantyClaim }) {
  const { t } = useTranslation('admin');
  const outcome = outcomeOf(claim);
  return (
    <StatusBadge tone={CLAIM_TONES[outcome]} isLive={claim.state === 'open'}>
      {t(`warrantyClaims.state.${outcome}`)}
    </StatusBadge>
  );
}
