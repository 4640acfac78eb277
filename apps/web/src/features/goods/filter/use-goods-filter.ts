import { useSearchParams } from '../../../lib/router/hooks.ts';
import { changeGoodsFilter, listQuery, readGoodsFilter, type GoodsFilter } from './goods-filter.ts';

/** The URL's filter, and a setter for parts of it. */
export function useGoodsFilter(): [GoodsFilter, (part: Partial<GoodsFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = readGoodsFilter(listQuery(search));
  const change = (part: Partial<GoodsFilter>) =>
    setSearch((now) => changeGoodsFilter(now, part), { replace: true, preventScrollReset: true });
  return [filter, change];
}
