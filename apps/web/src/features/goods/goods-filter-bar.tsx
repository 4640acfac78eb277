import { Button, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from './goods-list.module.css';
import { countFolded, SORTS, useGoodsFilter } from './goods-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { itemsOf, query } from '../../lib/api/query.ts';

/** Few visitors open them. */
const FilterFields = lazy(() => import('./filter-fields.tsx'));

/** Category, search, order and further filters of the product list, kept in the URL. */
export function GoodsFilterBar() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const folded = countFolded(filter);
  const [isOpen, setIsOpen] = useState(folded > 0);
  return (
    <div className={classes.bar}>
      <GoodsCategories />
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          label={t('goods.filter.search')}
          clearLabel={t('goods.filter.clear')}
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <select
          className={classes.sort}
          aria-label={t('browse.sort.label')}
          value={filter.sort}
          onChange={({ currentTarget: { value } }) =>
            change({ sort: SORTS.find((sort) => sort === value) ?? '' })
          }
        >
          <option value="">{t('browse.sort.own')}</option>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`browse.sort.${sort}`)}
            </option>
          ))}
        </select>
        <Button
          variant="default"
          className={classes.goodsFilterBarMore}
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.8} />}
          rightSection={folded > 0 && <span className={`${classes.count} figures`}>{folded}</span>}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('browse.filter.more')}
        </Button>
        <label className={classes.inStock}>
          <input
            type="checkbox"
            checked={filter.isInStock}
            onChange={(event) => change({ isInStock: event.currentTarget.checked })}
          />
          {t('goods.filter.inStock')}
        </label>
      </div>
      {isOpen && (
        <Suspense fallback={<Skeleton height={72} />}>
          <FilterFields />
        </Suspense>
      )}
    </div>
  );
}

const SKELETON_WIDTHS = [92, 104, 118, 96];

/** Chooses the category of the product list, kept in the URL. */
function GoodsCategories() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const { data } = useQuery({ ...query('listCategories'), select: itemsOf });
  const types = [{ id: '', name: t('goods.filter.all') }, ...(data ?? [])];
  return (
    <fieldset className={classes.types} aria-label={t('goods.filter.types')}>
      {types.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.goodsFilterBarType}
          aria-pressed={id === filter.category}
          onClick={() => change({ category: id })}
        >
          {name}
        </button>
      ))}
      {!data &&
        SKELETON_WIDTHS.map((width) => <Skeleton key={width} width={width} height={36} radius="xl" />)}
    </fieldset>
  );
}
