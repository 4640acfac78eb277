import { useTranslation } from 'react-i18next';
import { fallbackOf } from '../../../locales/texts.ts';
import { areTiersInOrder, isPrice, type GoodsValues } from './goods-values.ts';

const LARGEST_ORDER = 10_000;
const LONGEST_SEPARATOR = 8;

const isQuantity = (value: number | string): value is number =>
  typeof value === 'number' && value >= 1 && value <= LARGEST_ORDER;

/** What is wrong with a product as it is written; null where nothing is. */
export function useGoodsRules() {
  const { t } = useTranslation('admin');
  return {
    names: (names: GoodsValues['names']) => (fallbackOf(names) ? null : t('goods.problem.name')),
    price: (price: string) => (isPrice(price) ? null : t('goods.problem.price')),
    tiers: (tiers: GoodsValues['tiers'], { min }: GoodsValues) => {
      if (!tiers.every(({ price }) => isPrice(price))) return t('goods.problem.price');
      return areTiersInOrder({ tiers, min }) ? null : t('goods.problem.tiers');
    },
    min: (min: GoodsValues['min']) => (isQuantity(min) ? null : t('goods.problem.quantity')),
    max: (max: GoodsValues['max'], { min }: GoodsValues) => {
      if (!isQuantity(max)) return t('goods.problem.quantity');
      return isQuantity(min) && max < min ? t('goods.problem.order') : null;
    },
    genders: (genders: GoodsValues['genders']) => (genders.length > 0 ? null : t('goods.problem.genders')),
    warranty: (hours: GoodsValues['warranty']) =>
      typeof hours === 'number' ? null : t('goods.problem.warranty'),
    separator: (separator: string) =>
      separator !== '' && separator.length <= LONGEST_SEPARATOR ? null : t('goods.problem.separator'),
    columns: (columns: string[]) => (columns.length > 0 ? null : t('goods.problem.columns')),
  };
}
