import type { Goods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Link } from '../../../lib/router/link.tsx';
import classes from './order-head.module.css';

/** The product that the form orders, shown when the form is over the list. */
export function OrderHead({ goods: { name, slug, description, format } }: { goods: Goods }) {
  const { t } = useTranslation();
  return (
    <div className={classes.goods}>
      <h3 className={classes.name}>
        <Link to={`/product/${slug}`}>{name}</Link>
      </h3>
      <p className={classes.description}>{description}</p>
      <code className={classes.format} title={t('product.order.format')}>
        {format.columns.join(format.separator)}
      </code>
    </div>
  );
}
