import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { itemsOf } from '../../lib/api/items-of.ts';
import { useIsContentShown } from '../../lib/api/content-shown.ts';
import { query } from '../../lib/api/query.ts';
import classes from './goods-categories.module.css';
import { useGoodsFilter } from './filter/use-goods-filter.ts';

const SKELETON_WIDTHS = [92, 104, 118, 96];

/** Chooses the category of the product list, kept in the URL. */
export function GoodsCategories() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  const enabled = useIsContentShown();
  const { data } = useQuery({ ...query('listCategories'), select: itemsOf, enabled });
  const types = [{ id: '', name: t('goods.filter.all') }, ...(data ?? [])];
  return (
    <fieldset className={classes.types} aria-label={t('goods.filter.types')}>
      {types.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={classes.type}
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
