import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { useIsContentShown } from '../../../lib/api/content-shown.ts';
import { query } from '../../../lib/api/query.ts';
import { DayRangeField } from '../../../ui/fields/day-range-field.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import classes from './order-filter-bar.module.css';
import { cleanOrderNo, isFiltering, NO_FILTER } from './order-filter.ts';
import { useOrderFilter } from './use-order-filter.ts';

/** Order number, category and time, kept in the URL. */
export function OrderFilterBar() {
  const { t } = useTranslation();
  const [filter, change] = useOrderFilter();
  const enabled = useIsContentShown();
  const { data: categories } = useQuery({ ...query('listCategories'), select: itemsOf, enabled });
  return (
    <search className={classes.bar}>
      <SearchField
        label={t('orders.filter.number')}
        clearLabel={t('orders.filter.clear')}
        value={filter.orderNo}
        clean={cleanOrderNo}
        onSearch={(orderNo) => change({ orderNo })}
      />
      <NativeSelect
        aria-label={t('orders.filter.type')}
        data={[
          { value: '', label: t('orders.filter.allTypes') },
          ...(categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
      />
      <DayRangeField from={filter.from} to={filter.to} onChange={(from, to) => change({ from, to })} />
      <Button variant="default" disabled={!isFiltering(filter)} onClick={() => change(NO_FILTER)}>
        {t('orders.filter.reset')}
      </Button>
    </search>
  );
}
