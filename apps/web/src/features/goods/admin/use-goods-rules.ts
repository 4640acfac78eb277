import { FILE_NAME } from '@portside/contract/wire/file-name';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { areTiersInOrder, isPrice, type GoodsValues } from './goods-values.ts';

const LARGEST_ORDER = 10_000;
const LONGEST_SEPARATOR = 8;

const isQuantity = (value: number | string): value is number =>
  typeof value === 'number' && value >= 1 && value <= LARGEST_ORDER;

/** Form rules: a message, or null where the value is valid. */
export function useGoodsRules() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const mostHours = useStored((s) => (s.webConfig?.retention_days ?? Infinity) * 24);
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
    warranty: (hours: GoodsValues['warranty']) => {
      if (typeof hours !== 'number') return t('goods.problem.warranty');
      if (hours < 0) return t('faults.small', { limit: 0 });
      return hours > mostHours ? t('faults.large', { limit: mostHours.toLocaleString(language) }) : null;
    },
    sort: (sort: GoodsValues['sort']) => (typeof sort === 'number' ? null : t('faults.missing')),
    separator: (separator: string) =>
      separator !== '' && separator.length <= LONGEST_SEPARATOR ? null : t('goods.problem.separator'),
    fileName: (name: string) => (FILE_NAME.test(name.trim()) ? null : t('goods.problem.fileName')),
    columns: (columns: string[]) => (columns.length > 0 ? null : t('goods.problem.columns')),
  };
}
