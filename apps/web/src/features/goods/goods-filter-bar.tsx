import { Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query } from '../../lib/api/query.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import classes from './goods-filter-bar.module.css';
import { useGoodsFilter } from './use-goods-filter.ts';

/** Category, search and stock filter, kept in the URL. */
export function GoodsFilterBar() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  return (
    <div className={classes.bar}>
      <Types chosen={filter.category} onChoose={(category) => change({ category })} />
      <div className={classes.tools}>
        <SearchField
          className={classes.search}
          label={t('goods.filter.search')}
          clearLabel={t('goods.filter.clear')}
          value={filter.q}
          onSearch={(q) => change({ q })}
        />
        <Switch
          label={t('goods.filter.inStock')}
          checked={filter.isInStock}
          onChange={(event) => change({ isInStock: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
}

const SKELETON_WIDTHS = [92, 104, 118, 96];

function Types({ chosen, onChoose }: { chosen: string; onChoose: (category: string) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...query('listCategories'), select: itemsOf });
  const types = [{ id: '', name: t('goods.filter.all') }, ...(data ?? [])];
  return (
    <fieldset className={classes.types} aria-label={t('goods.filter.types')}>
      {types.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.type}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
      {!data &&
        SKELETON_WIDTHS.map((width) => <Skeleton key={width} width={width} height={36} radius="xl" />)}
    </fieldset>
  );
}
