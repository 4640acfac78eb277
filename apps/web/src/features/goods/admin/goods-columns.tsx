import { Anchor } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDate } from '../../../lib/format/format-time.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { Money } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { Count } from '../../../ui/data/count.tsx';

export function useGoodsColumns(): TableColumn<AdminGoods>[] {
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
