import type { Goods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { allGoods, bestPriceMicro, largestOrder, stockLevel } from './goods-facts.ts';
import { bestSellers, firstProducts, returnedGoods, similarGoods, stockedCategories } from './home-facts.ts';
import { formatMicro } from '@portside/contract/wire/money';
import { itemsOf } from '../../lib/api/query.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { formatRelative } from '../../lib/format/times.ts';
import { Link } from 'wouter';
import classes from './home-goods.module.css';
import { Skeleton } from '@mantine/core';
import { formatStock, formatUsdt } from '../../lib/format/numbers.ts';
import { GoodsPicture } from './goods-picture.tsx';
import { IconChevronRight } from '@tabler/icons-react';
import { EmptyState, FailedState } from '../../ui/messages/empty-state.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/pictures.tsx';
import type { OwnPrice } from '../../ui/prices/own-prices.ts';
import { useOwnPrices } from '../../ui/prices/use-own-prices.ts';

const TICK_MS = 60_000;

type PricedGoods = Goods & { readonly own?: OwnPrice };

/** All products on sale: first at the catalogue's prices, then at the reader's own. */
function usePricedGoods() {
  const { data, isError, refetch } = useQuery({ ...allGoods(), select: itemsOf });
  const own = useOwnPrices();
  const goods: readonly PricedGoods[] | undefined = own ? data?.map((one) => own.withPrices(one)) : data;
  return { data: goods, isError, refetch };
}

/**
 * Best sellers of the week or the first products, and what came back in stock. `to` is the buying page of this area.
 */
export function HomeProducts({ to }: { to: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  // The list of categories shows a failure and offers to try again.
  const { data } = usePricedGoods();
  const best = data && bestSellers(data);
  const back = data ? returnedGoods(data, nowMs) : [];
  const hasSold = best === undefined || best.length > 0;
  const title = hasSold ? t('home.products.best') : t('home.products.featured');
  const shown = hasSold ? best : firstProducts(data ?? []);
  const soldNote = ({ sold_this_week: count }: Goods) =>
    count > 0 ? t('home.products.soldWeek', { count, sold: count.toLocaleString(language) }) : undefined;
  const backNote = ({ returned_at: at }: Goods) => formatRelative(at!, language, nowMs, 'long');
  return (
    <>
      {shown?.length !== 0 && (
        <section className={classes.section}>
          <header className={classes.head}>
            <h2>{title}</h2>
            <Link to={to}>{t('home.products.all')}</Link>
          </header>
          <ProductRow label={title} goods={shown} noteOf={soldNote} />
        </section>
      )}
      {back.length > 0 && (
        <section className={classes.section}>
          <header className={classes.head}>
            <h2>{t('home.products.back')}</h2>
          </header>
          <ProductRow label={t('home.products.back')} goods={back} noteOf={backNote} />
        </section>
      )}
    </>
  );
}

/** What to buy in place of a product that is sold out; nothing while nothing is in stock. */
export default function SimilarGoods({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  const { data } = usePricedGoods();
  const similar = data && similarGoods(data, goods);
  if (similar?.length === 0) return null;
  return (
    <section className={classes.section}>
      <header className={classes.head}>
        <h2>{t('product.similar')}</h2>
      </header>
      <ProductRow label={t('product.similar')} goods={similar} noteOf={({ category }) => category.name} />
    </section>
  );
}

const PRODUCT_ROW_SKELETONS = 4;

type Props = {
  label: string;
  /** undefined while loading. */
  goods: readonly PricedGoods[] | undefined;
  /** Below the name: why the product is here. */
  noteOf: (goods: Goods) => string | undefined;
};

/** Products as cards, each a link to its page. */
function ProductRow({ label, goods, noteOf }: Props) {
  if (!goods)
    return (
      <div className={classes.row}>
        {Array.from({ length: PRODUCT_ROW_SKELETONS }, (_, index) => (
          <Skeleton key={index} height={92} radius="lg" />
        ))}
      </div>
    );
  return (
    <ul className={classes.row} aria-label={label}>
      {goods.map((one) => (
        <li key={one.id}>
          <Card goods={one} note={noteOf(one)} />
        </li>
      ))}
    </ul>
  );
}

function Card({ goods, goods: { own }, note }: { goods: PricedGoods; note: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSoldOut = stockLevel(goods) === 'soldOut';
  const bestMicro = bestPriceMicro(goods);
  return (
    <Link to={`/product/${goods.slug}`} className={classes.card}>
      <GoodsPicture goods={goods} />
      <span className={classes.words}>
        <span className={classes.name}>{goods.name}</span>
        <span className={`${classes.note} figures`}>{note ?? goods.category.name}</span>
      </span>
      <span className={`${classes.foot} figures`}>
        <span className={classes.price}>
          {t('home.products.from', {
            price: formatUsdt(formatMicro(bestMicro), language),
          })}
        </span>
        <span className={classes.stock} data-empty={isSoldOut || undefined}>
          {isSoldOut
            ? t('home.products.soldOut')
            : t('home.products.inStock', { stock: formatStock(goods, goods.stock, language) })}
        </span>
      </span>
      {own && (
        <div className={classes.why}>
          <Suspense>
            <own.Note
              own={own}
              bestMicro={bestMicro}
              quantity={largestOrder(goods)}
              least={goods.min_quantity}
            />
          </Suspense>
        </div>
      )}
    </Link>
  );
}

const STOCKED_CATEGORY_LIST_SKELETONS = 4;

/** The product categories of the first level, each a link to its page. */
export function StockedCategoryList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, isError, refetch } = usePricedGoods();
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <EmptyState picture={<EmptyQuayPicture />} text={t('home.products.empty')} />;
  if (!data)
    return (
      <div className={classes.categories}>
        {Array.from({ length: STOCKED_CATEGORY_LIST_SKELETONS }, (_, index) => (
          <Skeleton key={index} height={118} radius="lg" />
        ))}
      </div>
    );

  return (
    <ul className={classes.categories}>
      {stockedCategories(data).map(({ id, name, products, stock, stock_display, lowestMicro }) => (
        <li key={id}>
          <Link to={`/category/${id}`} className={classes.entry}>
            <span className={classes.stockedCategoryListName}>
              {name}
              <IconChevronRight size={17} className={classes.arrow} />
            </span>
            <span className={classes.kinds}>{t('home.products.count', { count: products })}</span>
            <span className={classes.stockedCategoryListFoot}>
              <span className="figures">
                {t('home.products.from', { price: formatUsdt(formatMicro(lowestMicro), language) })}
              </span>
              <span
                className={`${classes.stockedCategoryListStock} figures`}
                data-empty={stock === 0 || undefined}
              >
                {stock === 0
                  ? t('home.products.soldOut')
                  : t('home.products.inStock', { stock: formatStock({ stock_display }, stock, language) })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
