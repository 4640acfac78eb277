import type { CategoryPage } from '@portside/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { GoodsFilterBar } from '../features/goods/goods-filter-bar.tsx';
import { GoodsList } from '../features/goods/goods-list.tsx';
import { isRefusal } from '../lib/api/api-error.ts';
import { query } from '../lib/api/query.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { readGoodsData, useOwnTitle } from '../lib/browser/page-data.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { EmptyState, FailedState } from '../ui/messages/empty-state.tsx';
import { EmptyQuayPicture } from '../ui/pictures/pictures.tsx';
import classes from './category.module.css';

const PICTURE_PX = 88;

/** One category: its text, its subcategories and the products of both. Open to visitors. */
export function Page() {
  const { t } = useTranslation();
  const { category = '' } = useParams();
  const id = /^(\d{1,18})(?:-|$)/.exec(category)?.[1];
  const { data, error, refetch } = useQuery({
    ...query('readCategory', { params: { id: id ?? '' } }, { isQuiet: true }),
    enabled: id !== undefined,
  });
  if (id === undefined || isRefusal(error, 'notFound', 'invalidFormat'))
    return (
      <EmptyState
        picture={<EmptyQuayPicture />}
        text={t('goods.notFound')}
        action={
          <Button component={Link} to={`${currentArea()}/purchase-account`}>
            {t('product.others')}
          </Button>
        }
      />
    );
  if (error && !data) return <FailedState onRetry={() => void refetch()} />;
  return <Category key={id} id={id} page={data} />;
}

type CategoryProps = { id: string; page: CategoryPage | undefined };

function Category({ id, page }: CategoryProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // What the HTML says of the category is there before the page is read.
  const { name, description } = page ?? readGoodsData(`category-${id}`);
  useOwnTitle(page?.name ?? null);
  return (
    <>
      <nav className={classes.path} aria-label={t('product.path')}>
        <Link to={`${currentArea()}/purchase-account`}>{t('goods.title')}</Link>
        {page?.parent && <Link to={`/category/${page.parent.id}`}>{page.parent.name}</Link>}
      </nav>
      <header className={classes.head}>
        {page?.image && (
          <img src={page.image} width={PICTURE_PX} height={PICTURE_PX} alt="" className={classes.picture} />
        )}
        <div>
          <h1 data-head="title">{name}</h1>
          <p data-head="text">{description}</p>
        </div>
      </header>
      <GoodsFilterBar
        head={
          page && page.subcategories.length > 0 ? (
            <nav className={classes.further} aria-label={name}>
              {page.subcategories.map((one) => (
                <Link key={one.id} to={`/category/${one.slug}`}>
                  {one.image && <img src={one.image} width={24} height={24} alt="" loading="lazy" />}
                  {one.name}
                </Link>
              ))}
            </nav>
          ) : null
        }
      />
      <BlockBoundary>
        <GoodsList onBuy={({ slug }) => void navigate(`/product/${slug}`)} />
      </BlockBoundary>
    </>
  );
}
