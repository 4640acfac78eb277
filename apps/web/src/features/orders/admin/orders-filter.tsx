import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import type { TableControls } from '../../../ui/table/use-table-address.ts';
import { ORDER_STATUSES } from '../history/order-status-badge.tsx';

export const FILTERS = [
  'order_no',
  'buyer',
  'category',
  'goods',
  'status',
  'from',
  'to',
  'amount_from',
  'amount_to',
] as const;

type Controls = TableControls<(typeof FILTERS)[number]>;

/** All filters of the order list; they combine with AND. */
export function OrdersFilter({ controls }: { controls: Controls }) {
  const { t } = useTranslation(['translation', 'admin']);
  const { data: categories = [] } = useQuery({ ...query('listCategories'), select: itemsOf });
  const { data: goods = [] } = useQuery({ ...query('listGoods'), select: itemsOf });
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const text = (name: 'order_no' | 'buyer' | 'amount_from' | 'amount_to') => (
    <TextFilter controls={controls} name={name} label={t(`admin:orders.filter.${name}`)} />
  );
  return (
    <>
      {text('order_no')}
      {text('buyer')}
      <ChoiceFilter
        controls={controls}
        name="status"
        label={t('orders.field.status')}
        options={ORDER_STATUSES.map((value) => ({ value, label: t(`orders.status.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="category"
        label={t('admin:goods.field.category')}
        options={categories.map(named)}
      />
      <ChoiceFilter
        controls={controls}
        name="goods"
        label={t('orders.field.goods')}
        options={goods.map(named)}
      />
      <DaysFilter controls={controls} />
      {text('amount_from')}
      {text('amount_to')}
    </>
  );
}
