import { useSearchParams } from '../../../lib/router/hooks.ts';
import { readOrderFilter, writeOrderFilter, type OrderFilter } from './order-filter.ts';

/** The URL's filter, and a setter for parts of it. */
export function useOrderFilter(): [OrderFilter, (part: Partial<OrderFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (part: Partial<OrderFilter>) =>
    setSearch((now) => writeOrderFilter(now, { ...readOrderFilter(now), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  return [readOrderFilter(search), change];
}
