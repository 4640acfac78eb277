import type { Goods } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../locales/use-translation.ts';
import { allGoods } from '../features/goods/all-goods.ts';
import { ProductRow } from '../features/goods/product-row.tsx';
import { bestSellers, firstProducts, returnedGoods } from '../features/goods/featured-goods.ts';
import { itemsOf } from '../lib/api/items-of.ts';
import { useNow } from '../lib/browser/use-now.ts';
import { formatRelative } from '../lib/format/format-time.ts';
import { useLanguage } from '../locales/use-language.ts';
import { Link } from '../lib/router/link.tsx';
import classes from './home-products.module.css';

const TICK_MS = 60_000;

/**
 * Best sellers of the week or the first products, and what came back in stock. `to` is the buying page of this area.
 */
export function HomeProducts({ to }: { to: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  // The list of categories shows a failure and offers to try again.
  const { data } = useQuery({ ...allGoods(), select: itemsOf });
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
