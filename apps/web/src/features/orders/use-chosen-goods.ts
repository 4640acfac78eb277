import { useSearchParams } from 'react-router';

const NAME = 'goods';

/** The product whose order is open. It lives in the address: going back closes it, signing in returns to it. */
export function useChosenGoods(): [goodsId: string | null, choose: (goodsId: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const named = search.get(NAME);
  const choose = (goodsId: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (goodsId === null) next.delete(NAME);
        else next.set(NAME, goodsId);
        return next;
      },
      { replace: goodsId === null, preventScrollReset: true },
    );
  return [named !== null && /^\d{1,18}$/.test(named) ? named : null, choose];
}
