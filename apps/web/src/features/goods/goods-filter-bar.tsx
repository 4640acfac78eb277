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

/** Search, order and further filters of the product list, kept in the URL; below `head`, else a choice of categories. */
export function GoodsFilterBar({ head }: { head?: React.ReactNode }) {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const folded = countFolded(filter);
  const [isOpen, setIsOpen] = useState(folded > 0);
  return (
    <div className={classes.bar}>
      {head === undefined ? <GoodsCategories /> : head}
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

/** Chooses the category of the product list, kept in the URL; below it, a subcategory. */
function GoodsCategories() {
  const { t } = useTranslation();
  const [{ category }] = useGoodsFilter();
  const { data } = useQuery({ ...query('listCategories'), select: itemsOf });
  const chosen = data?.find(({ id }) => id === category);
  const top = chosen?.parent?.id ?? category;
  const types = data?.filter(({ parent }) => !parent) ?? [];
  const further = data?.filter(({ parent }) => parent?.id === top) ?? [];
  return (
    <>
      <Types
        label={t('goods.filter.types')}
        types={[{ id: '', name: t('goods.filter.all') }, ...types]}
        at={top}
      >
        {!data &&
          SKELETON_WIDTHS.map((width) => <Skeleton key={width} width={width} height={36} radius="xl" />)}
      </Types>
      {further.length > 0 && (
        <Types
          label={chosen!.parent?.name ?? chosen!.name}
          types={[{ id: top, name: t('goods.filter.all') }, ...further]}
          at={category}
        />
      )}
    </>
  );
}

type TypesProps = {
  label: string;
  types: readonly { id: string; name: string }[];
  /** The id of the chosen one. */
  at: string;
  children?: React.ReactNode;
};

function Types({ label, types, at, children }: TypesProps) {
  const [, change] = useGoodsFilter();
  return (
    <fieldset className={classes.types} aria-label={label}>
      {types.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.goodsFilterBarType}
          aria-pressed={id === at}
          onClick={() => change({ category: id })}
        >
          {name}
        </button>
      ))}
      {children}
    </fieldset>
  );
}
