import type { Dearer } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { Money } from '../data/money.tsx';
import { Callout } from '../messages/callout.tsx';
import classes from './prices.module.css';

type Props = { of: { dearer: Dearer[]; dearer_count: number } };

/** Products whose price rises with the quantity, which is allowed and mostly a slip; nothing if there are none. */
export function DearerPrices({ of: { dearer, dearer_count: count } }: Props) {
  const { t } = useTranslation('admin');
  if (count === 0) return null;
  return (
    <Callout tone="warn" title={t('prices.effect.dearer', { count })}>
      <ul className={classes.steps}>
        {dearer.map(({ goods_id: id, name, min_quantity: from, price, below }) => (
          <li key={id ?? `new ${name}`}>
            {name} · ≥{below.min_quantity}: <Money amount={below.price} hasUnit={false} /> → ≥{from}:{' '}
            <Money amount={price} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
