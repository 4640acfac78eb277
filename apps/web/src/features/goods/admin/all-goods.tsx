import { Button } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/use-may.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { BulkSale } from './bulk-sale.tsx';
import { useGoodsColumns } from './goods-columns.tsx';
import { GoodsForm } from './goods-form.tsx';

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
  const save = () => downloadTable('exportGoods', filter, 'products.csv');
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
