import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { itemsOf } from '../../lib/api/items-of.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { Link } from '../../lib/router/link.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/empty-quay.tsx';
import { allGoods } from './all-goods.ts';
import { stockedCategories } from './stocked-categories.ts';
import classes from './stocked-category-list.module.css';

const SKELETONS = 4;

/** The product categories, each a link to buying. `to` is the buying page of this area. */
export function StockedCategoryList({ to }: { to: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, isError, refetch } = useQuery({ ...allGoods(), select: itemsOf });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <EmptyState picture={<EmptyQuayPicture />} text={t('home.products.empty')} />;
  if (!data)
    return (
      <div className={classes.categories}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <Skeleton key={index} height={118} radius="lg" />
        ))}
      </div>
    );

  return (
    <ul className={classes.categories}>
      {stockedCategories(data).map(({ id, name, products, stock, lowestPrice }) => (
        <li key={id}>
          <Link to={`${to}?category=${id}`} className={classes.entry}>
            <span className={classes.name}>
              {name}
              <IconChevronRight size={17} className={classes.arrow} />
            </span>
            <span className={classes.kinds}>{t('home.products.count', { count: products })}</span>
            <span className={classes.foot}>
              <span className="figures">
                {t('home.products.from', { price: formatUsdt(lowestPrice, language) })}
              </span>
              <span className={`${classes.stock} figures`} data-empty={stock === 0 || undefined}>
                {stock === 0
                  ? t('home.products.soldOut')
                  : t('home.products.inStock', { stock: stock.toLocaleString(language) })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
