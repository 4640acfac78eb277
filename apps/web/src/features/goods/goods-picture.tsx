import type { Goods } from '@portside/contract';
import { useState } from 'react';
import { ContainerMark } from './container-mark.tsx';
import classes from './goods-picture.module.css';

/** The product's own picture; drawn where it has none, or none that can be read. Both take the same room. */
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
