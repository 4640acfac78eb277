import { Button, Anchor } from '@mantine/core';
import type { AdminCategory, AdminGoods, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { itemsOf, query, usePage } from '../../../lib/api/query.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../../ui/table/table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import { GoodsForm } from './goods-form.tsx';
import { useGoodsChanged, useUndoGoods } from './use-goods-changed.ts';
import { formatDate } from '../../../lib/format/times.ts';
import { Link } from 'wouter';
import { parseMicro } from '@portside/contract/wire/money';
import { Money, Count } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { InlineEdit } from '../../../ui/table/inline-edit.tsx';
import { BulkGoods } from './bulk-goods.tsx';
import { CatalogueFile } from './catalogue-file.tsx';
import { useFieldValue } from './change-preview.tsx';

const SALE = ['true', 'false'] as const;

type Props = {
  /** What a change of prices would do, which the form shows before it saves one. */
  EffectStep: ComponentProps<typeof GoodsForm>['EffectStep'];
};

/** All products, on sale or not, in the shop's order. */
export function AllGoods({ EffectStep }: Props) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const controls = useTableAddress(['q', 'category', 'on_sale'], SORTS.listAllGoods);
  const [chosen, choose] = useState<AdminGoods[]>([]);
  const [hasFile, setHasFile] = useState(false);
  const columns = useGoodsColumns();
  const { data: categories } = useQuery({ ...query('listAllCategories'), select: itemsOf });
  const filter = tableQuery(controls.address, { on_sale: SALE });
  const goods = usePage('listAllGoods', { query: filter });
  const opened = useOpenedGoods(goods.data?.items);
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
        between={
          chosen.length > 0 &&
          categories && (
            <BulkGoods
              // Another filter matches others.
              key={JSON.stringify(controls.address.filters)}
              chosen={chosen.map(({ id }) => id)}
              matching={{ filter: filterOf(filter), total: goods.data?.total ?? 0 }}
              categories={categories}
              EffectStep={EffectStep}
              onDone={() => choose([])}
            />
          )
        }
        buttons={
          <GoodsButtons
            isReady={Boolean(categories?.length)}
            onAdd={opened.openNew}
            onFile={() => setHasFile(true)}
          />
        }
      >
        <GoodsFilters controls={controls} categories={categories} />
      </ListTable>
      {hasFile && <CatalogueFile EffectStep={EffectStep} onClose={() => setHasFile(false)} />}
      {categories && (opened.row ?? opened.isNew) && (
        <GoodsForm
          key={opened.row?.id ?? 'new'}
          goods={opened.row}
          categories={categories}
          EffectStep={EffectStep}
          onOpen={opened.open}
          onClose={opened.close}
        />
      )}
    </>
  );
}

/** The product that the URL has open. Links from other pages lead to products that the loaded page does not have. */
function useOpenedGoods(page: readonly AdminGoods[] | undefined) {
  const opened = useOpenedRow(page, ({ id }) => id);
  const isElsewhere = page !== undefined && opened.row === null && opened.key !== null;
  const { data: unlisted } = useQuery({
    ...query('readAnyGoods', { params: { id: opened.key ?? '' } }, { isQuiet: true }),
    enabled: isElsewhere,
  });
  return { ...opened, row: opened.row ?? unlisted ?? null };
}

type FiltersProps = {
  controls: TableControls<'q' | 'category' | 'on_sale'>;
  categories: readonly AdminCategory[] | undefined;
};

function GoodsFilters({ controls, categories }: FiltersProps) {
  const { t } = useTranslation('admin');
  return (
    <>
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
    </>
  );
}

type ButtonsProps = { isReady: boolean; onAdd: () => void; onFile: () => void };

function GoodsButtons({ isReady, onAdd, onFile }: ButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Allowed to="createGoods">
        <Button leftSection={<IconPlus size={17} stroke={1.7} />} disabled={!isReady} onClick={onAdd}>
          {t('goods.add')}
        </Button>
      </Allowed>
      <Allowed to="applyCatalogue">
        <Button variant="default" leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={onFile}>
          {t('bulk.file.open')}
        </Button>
      </Allowed>
    </>
  );
}

/** The table's filter as a change of all that match takes it. */
const filterOf = ({ q, category, on_sale: sale }: { q?: string; category?: string; on_sale?: string }) => ({
  all: true as const,
  ...(q && { q }),
  ...(category && { category }),
  ...(sale && { on_sale: sale === 'true' }),
});

function useGoodsColumns(): TableColumn<AdminGoods>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const save = useSaveField();
  return [
    { key: 'name', title: t('goods.field.name'), render: ({ name }) => name },
    { key: 'category', title: t('goods.field.category'), render: ({ category }) => category.name },
    {
      key: 'price',
      title: t('goods.field.price'),
      align: 'end',
      render: (goods) => <PriceCell goods={goods} save={save} />,
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
      render: ({ on_sale: isOnSale, visibility }) => (
        <>
          <StatusBadge tone={isOnSale ? 'good' : 'neutral'}>{t(`goods.sale.${isOnSale}`)}</StatusBadge>
          {visibility !== 'everybody' && <small> {t(`goods.rules.visible.${visibility}`)}</small>}
        </>
      ),
    },
    {
      key: 'quantity',
      isExtra: true,
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
      render: (goods) => <SortCell goods={goods} save={save} />,
    },
    {
      key: 'created_at',
      title: t('goods.field.created'),
      isExtra: true,
      render: ({ created_at: at }) => <time dateTime={at}>{formatDate(at, language)}</time>,
    },
  ];
}

type Change = RequestOf<'previewGoodsChange'>['body']['change'];

/** Saves one field of a product and offers to undo it; returns what is wrong with it. */
function useSaveField() {
  const { t } = useTranslation('admin');
  const changed = useGoodsChanged();
  const { offer } = useUndoGoods();
  const wordingOf = useFailureWording();
  const valueOf = useFieldValue();
  return async ({ id, name }: AdminGoods, shown: string, change: Change): Promise<string | null> => {
    const body = { ids: [id], change };
    try {
      const preview = await call('previewGoodsChange', { body }, { isQuiet: true });
      const [field] = preview.items[0]?.fields ?? [];
      if (preview.problems[0]) return t(`bulk.problem.${preview.problems[0].problem}`);
      if (field && field.before !== shown)
        return t('bulk.isNow', { value: valueOf(field.field, field.before) });
      if (preview.proposed > 0) return t('bulk.below');
      const { audit_id: auditId } = await call(
        'changeGoods',
        { body: { ...body, digest: preview.digest } },
        { isQuiet: true },
      );
      if (field) offer(auditId, t('bulk.saved', { name, value: valueOf(field.field, field.after) }));
      await changed();
      return null;
    } catch (error) {
      if (error instanceof ApiError) return wordingOf(error);
      throw error;
    }
  };
}

type CellProps = { goods: AdminGoods; save: ReturnType<typeof useSaveField> };

function PriceCell({ goods, save }: CellProps) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const { cost, price, price_tiers: tiers } = goods;
  const isBelowCost =
    cost !== null && [{ price }, ...tiers].some((one) => parseMicro(one.price) < parseMicro(cost));
  const shown = (
    <>
      {isBelowCost && <StatusBadge tone="warn">{t('goods.cost.below')}</StatusBadge>} <Money amount={price} />
    </>
  );
  if (!may('changeGoods')) return shown;
  return (
    <InlineEdit
      label={t('bulk.edit', { field: t('goods.field.price') })}
      value={goods.price}
      onSave={(price) => save(goods, goods.price, { price })}
    >
      {shown}
    </InlineEdit>
  );
}

function SortCell({ goods, save }: CellProps) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const shown = <Count value={goods.sort} />;
  if (!may('changeGoods')) return shown;
  const sort = String(goods.sort);
  return (
    <InlineEdit
      label={t('bulk.edit', { field: t('goods.field.sort') })}
      value={sort}
      isWhole
      onSave={(typed) => save(goods, sort, { sort_order: Number(typed) })}
    >
      {shown}
    </InlineEdit>
  );
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
