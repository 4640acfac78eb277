import { useSearchParams } from 'react-router';

const NAME = 'order';

/** The order whose details are open. It lives in the address, so that going back closes it. */
export function useOpenedOrder(): [orderNo: string | null, open: (orderNo: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(NAME);
  const open = (orderNo: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (orderNo === null) next.delete(NAME);
        else next.set(NAME, orderNo);
        return next;
      },
      { replace: orderNo === null, preventScrollReset: true },
    );
  return [named !== null && /^[0-9A-Z]{8,40}$/.test(named) ? named : null, open];
}
