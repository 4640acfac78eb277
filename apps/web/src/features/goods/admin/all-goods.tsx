import { Button, Anchor } from '@mantine/core';
import type { AdminGoods, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { itemsOf, query, usePage } from '../../../lib/api/query.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../../ui/table/table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import { GoodsForm, useGoodsChanged } from './goods-form.tsx';
import { formatDate } from '../../../lib/format/times.ts';
import { Link } from 'wouter';
import { Money, Count } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './goods-form.module.css';

const SALE = ['true', 'false'] as const;

/** All products, on sale or not, in the shop's order. */
export function AllGoods() {
  const { t } = useTranslation('admin');
  const may = useMay();
  const controls = useTableAddress(['q', 'category', 'on_sale'], SORTS.listAllGoods);
  const [chosen, choose] = useState<AdminGoods[]>([]);
  const columns = useGoodsColumns();
  const { data: categories } = useQuery({ ...query('listAllCategories'), select: itemsOf });
  const filter = tableQuery(controls.address, { on_sale: SALE });
  const goods = usePage('listAllGoods', { query: filter });
  const opened = useOpenedRow(goods.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportGoods', filter, 'products', format);
  return (
    <>
      <ListTable<AdminGoods>
        name="goods"
        label={t('goods.title')}
        columns={columns}
        controls={controls}
        list={goods}
        exportOf="exportGoods"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
        {...(may('setGoodsOnSale') && { selection: { rows: chosen, onChange: choose } })}
        between={chosen.length > 0 && <BulkSale goods={chosen} onDone={() => choose([])} />}
      >
        <TextFilter controls={controls} name="q" label={t('goods.field.name')} />
        <ChoiceFilter
          controls={controls}
          name="category"
          label={t('goods.field.category')}
          options={categories?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
        <ChoiceFilter
          controls={controls}
          name="on_sale"
          label={t('goods.field.sale')}
          options={SALE.map((value) => ({ value, label: t(`goods.sale.${value}`) }))}
        />
        <Allowed to="createGoods">
          <Button
            leftSection={<IconPlus size={17} stroke={1.7} />}
            disabled={!categories?.length}
            onClick={opened.openNew}
          >
            {t('goods.add')}
          </Button>
        </Allowed>
      </ListTable>
      {categories && (opened.row ?? opened.isNew) && (
        <GoodsForm
          key={opened.row?.id ?? 'new'}
          goods={opened.row}
          categories={categories}
          onOpen={opened.open}
          onClose={opened.close}
        />
      )}
    </>
  );
}

function useGoodsColumns(): TableColumn<AdminGoods>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    { key: 'name', title: t('goods.field.name'), render: ({ name }) => name },
    { key: 'category', title: t('goods.field.category'), render: ({ category }) => category.name },
    {
      key: 'price',
      title: t('goods.field.price'),
      align: 'end',
      render: ({ price }) => <Money amount={price} />,
    },
    {
      key: 'tiers',
      title: t('goods.field.tiers'),
      align: 'end',
      render: ({ price_tiers: tiers }) => <Count value={tiers.length} />,
    },
    {
      key: 'stock',
      title: t('goods.field.stock'),
      align: 'end',
      render: (goods) => <StockLink goods={goods} />,
    },
    {
      key: 'sale',
      title: t('goods.field.sale'),
      render: ({ on_sale: isOnSale }) => (
        <StatusBadge tone={isOnSale ? 'good' : 'neutral'}>{t(`goods.sale.${isOnSale}`)}</StatusBadge>
      ),
    },
    {
      key: 'quantity',
      title: t('goods.field.quantity'),
      render: ({ min_quantity: min, max_quantity: max }) => (
        <span className="figures">
          {min.toLocaleString(language)}–{max.toLocaleString(language)}
        </span>
      ),
    },
    {
      key: 'warranty_hours',
      title: t('goods.field.warranty'),
      align: 'end',
      isExtra: true,
      render: ({ warranty_hours: hours }) => <Count value={hours} />,
    },
    {
      key: 'sort',
      title: t('goods.field.sort'),
      align: 'end',
      isExtra: true,
      render: ({ sort }) => <Count value={sort} />,
    },
    {
      key: 'created_at',
      title: t('goods.field.created'),
      isExtra: true,
      render: ({ created_at: at }) => <time dateTime={at}>{formatDate(at, language)}</time>,
    },
  ];
}

/** How many are in stock, and the way to them. */
function StockLink({ goods: { id, stock, name } }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const number = stock.toLocaleString(language);
  return (
    <Anchor
      component={Link}
      to={`/admin/goods?tab=stock&goods_id=${id}`}
      size="sm"
      className="figures"
      aria-label={t('goods.stockOf', { name, number })}
    >
      {number}
    </Anchor>
  );
}

/** Puts the selected products on sale, or takes them off. */
function BulkSale({ goods, onDone }: { goods: readonly AdminGoods[]; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const set = (onSale: boolean) => async () => {
    await call('setGoodsOnSale', { body: { ids: goods.map(({ id }) => id), on_sale: onSale } });
    await changed();
    onDone();
  };
  const putOn = useThrottledAction(set(true));
  const takeOff = useThrottledAction(set(false));
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{t('goods.chosen', { number: goods.length })}</strong>
      <ThrottledButton size="xs" action={putOn}>
        {t('goods.putOn')}
      </ThrottledButton>
      <ThrottledButton size="xs" variant="default" action={takeOff}>
        {t('goods.takeOff')}
      </ThrottledButton>
      <Button size="xs" variant="subtle" onClick={onDone}>
        {t('goods.chooseNone')}
      </Button>
    </div>
  );
}
