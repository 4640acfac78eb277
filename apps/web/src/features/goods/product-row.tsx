import type { Goods } from '@portside/contract';
import { Skeleton } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { Link } from '../../lib/router/link.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { GoodsPicture } from './goods-picture.tsx';
import { lowestPrice } from './lowest-price.ts';
import classes from './product-row.module.css';

const SKELETONS = 4;

type Props = {
  label: string;
  /** undefined while loading. */
  goods: readonly Goods[] | undefined;
  /** Below the name: why the product is here. */
  noteOf: (goods: Goods) => string | undefined;
};

/** Products as cards, each a link to its page. */
export function ProductRow({ label, goods, noteOf }: Props) {
  if (!goods)
    return (
      <div className={classes.row}>
        {Array.from({ length: SKELETONS }, (_, index) => (
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

function Card({ goods, note }: { goods: Goods; note: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSoldOut = goods.stock === 0;
  return (
    <Link to={`/product/${goods.slug}`} className={classes.card}>
      <GoodsPicture goods={goods} />
      <span className={classes.words}>
        <span className={classes.name}>{goods.name}</span>
        <span className={`${classes.note} figures`}>{note ?? goods.category.name}</span>
      </span>
      <span className={`${classes.foot} figures`}>
        <span className={classes.price}>
          {t('home.products.from', { price: formatUsdt(lowestPrice(goods), language) })}
        </span>
        <span className={classes.stock} data-empty={isSoldOut || undefined}>
          {isSoldOut
            ? t('home.products.soldOut')
            : t('home.products.inStock', { stock: goods.stock.toLocaleString(language) })}
        </span>
      </span>
    </Link>
  );
}
