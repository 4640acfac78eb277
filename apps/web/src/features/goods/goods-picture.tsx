import type { Goods } from '@portside/contract';
import { useState } from 'react';
import { ContainerMark } from './container-mark.tsx';
import classes from './goods-picture.module.css';

/** The product's picture, or a drawn mark of the same size where there is none or it cannot be loaded. */
export function GoodsPicture({ goods: { image, name, category } }: { goods: Goods }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (image === null || image === broken) return <ContainerMark categoryId={category.id} name={name} />;
  return (
    <img
      className={classes.picture}
      src={image}
      width={46}
      height={46}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(image)}
    />
  );
}
