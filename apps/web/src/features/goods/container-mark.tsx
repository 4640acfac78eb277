import classes from './container-mark.module.css';

const PAINTS = 5;

/**
 * The placeholder of a product without a picture: a container end, coloured by category, with the product's initial.
 */
export const ContainerMark = ({ categoryId, name }: { categoryId: string; name: string }) => (
  <span className={classes.mark} data-paint={Number(BigInt(categoryId) % BigInt(PAINTS))} aria-hidden>
    {name.match(/./u)?.[0]}
  </span>
);
