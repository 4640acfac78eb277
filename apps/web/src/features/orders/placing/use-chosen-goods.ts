import { useSearchParams } from '../../../lib/router/hooks.ts';

/**
 * The product whose order dialog is open, kept in the URL: going back closes it, and links and sign-in redirects return
 * to it. Closing it also drops the choices that such a link carries.
 */
export function useChosenGoods(): [goodsId: string | null, choose: (goodsId: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (goodsId: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['goods', 'quantity', 'gender']) next.delete(name);
        if (goodsId !== null) next.set('goods', goodsId);
        return next;
      },
      { replace: goodsId === null, preventScrollReset: true },
    );
  const named = search.get('goods');
  return [named !== null && /^\d{1,18}$/.test(named) ? named : null, choose];
}
