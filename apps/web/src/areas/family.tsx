import type { FamilyPage, Goods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import { pickGoods, readChoice, writeChoice, type Choice } from '../features/goods/family-choice.ts';
import { FamilyChooser } from '../features/goods/family-chooser.tsx';
import { stockLevel } from '../features/goods/goods-facts.ts';
import { isRefusal } from '../lib/api/api-error.ts';
import { query } from '../lib/api/query.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { readGoodsData } from '../lib/browser/page-data.ts';
import { useSearchParams } from '../lib/site-location.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';
import { useOwnPrices } from '../ui/prices/use-own-prices.ts';
import { AnnouncementSlot } from './layout-slots.tsx';
import classes from './category.module.css';
import GoneProduct from './gone-product.tsx';
import { Product, WaitingProduct } from './product.tsx';

const REFRESH_MS = 30_000;

/** Products that share one page: the attributes that tell them apart, and the one that is chosen. Open to visitors. */
export const Page = () => (
  <>
    <AnnouncementSlot position="purchase" />
    <Content />
  </>
);

function Content() {
  const { family = '' } = useParams();
  const id = /^(\d{1,18})(?:-|$)/.exec(family)?.[1];
  const { data, error, refetch } = useQuery({
    ...query('readFamily', { params: { id: id ?? '' } }, { isQuiet: true }),
    enabled: id !== undefined,
    refetchInterval: REFRESH_MS,
  });
  if (id === undefined || isRefusal(error, 'notFound', 'invalidFormat')) return <GoneProduct />;
  if (data) return <Family key={id} family={data} />;
  if (error) return <FailedState onRetry={() => void refetch()} />;
  return <WaitingProduct {...readGoodsData(`family-${id}`)} />;
}

function Family({ family }: { family: FamilyPage }) {
  const [search, setSearch] = useSearchParams();
  const [isHeld, hold] = useState(false);
  const choice = readChoice(search.get('attributes'), family.goods);
  const own = useOwnPrices();
  const priced = own ? family.goods.map((one) => own.withPrices(one)) : family.goods;
  const { id } = usePicked(priced, choice, own !== undefined, isHeld);
  const picked = family.goods.find((one) => one.id === id)!;
  const change = (next: Choice) =>
    setSearch(
      (now) => {
        const query = new URLSearchParams(now);
        if (next.size === 0) query.delete('attributes');
        else query.set('attributes', writeChoice(next));
        return query;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Product
      // What the page says of all of them is not said again of one.
      goods={picked.description === family.description ? { ...picked, description: '' } : picked}
      area={currentArea()}
      title={family.name}
      onHold={hold}
      head={
        <>
          <header className={classes.head}>
            <div>
              <h1>{family.name}</h1>
              <p>{family.description}</p>
            </div>
          </header>
          <FamilyChooser family={family} choice={choice} picked={picked} onChange={change} />
        </>
      }
    />
  );
}

/**
 * The product that is chosen. Stock changes while the buyer fills in the form, so it stays the same until they choose
 * otherwise, their own prices are read or it is sold out; and longer while an order for it is under way or shown.
 */
function usePicked(goods: readonly Goods[], choice: Choice, isPriced: boolean, isHeld: boolean): Goods {
  const asked = writeChoice(choice);
  const [kept, keep] = useState({ asked: '', id: '', isPriced });
  const before = kept.asked === asked ? goods.find(({ id }) => id === kept.id) : undefined;
  const isAsBefore = kept.isPriced === isPriced && before !== undefined && stockLevel(before) !== 'soldOut';
  const picked = before && (isHeld || isAsBefore) ? before : pickGoods(goods, choice)!;
  if (kept.asked !== asked || kept.id !== picked.id || kept.isPriced !== isPriced)
    keep({ asked, id: picked.id, isPriced });
  return picked;
}
