import type { Goods } from '@portside/contract';
import { useState } from 'react';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { savesData } from '../../lib/browser/network.ts';
import classes from './goods-list.module.css';

type Props = {
  goods: Goods;
  /** The page is about this product, so its picture loads in data-saving mode too. */
  isOpened?: boolean;
};

/** The product's picture, or a drawn mark of the same size where there is none or it cannot be loaded. */
export function GoodsPicture({ goods: { image, name, category }, isOpened = false }: Props) {
  const mayLoad = useAfterContent();
  const [broken, setBroken] = useState<string | null>(null);
  if (image === null || image === broken || (!isOpened && savesData()))
    return <ContainerMark categoryId={category.id} name={name} />;
  // Names and prices come before their pictures.
  if (!mayLoad) return <span className={classes.picture} />;
  return (
    <img
      className={classes.picture}
      src={image}
      width={46}
      height={46}
      alt=""
      loading={isOpened ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(image)}
    />
  );
}

const PAINTS = 5;

/**
 * The placeholder of a product without a picture: a container end, coloured by category, with the product's initial.
 */
const ContainerMark = ({ categoryId, name }: { categoryId: string; name: string }) => (
  <span className={classes.mark} data-paint={Number(BigInt(categoryId) % BigInt(PAINTS))} aria-hidden>
    {name.match(/./u)?.[0]}
  </span>
);
