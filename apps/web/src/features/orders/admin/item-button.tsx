import type { OrderItem } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './order-items.module.css';

type Props = { item: OrderItem; number: number; isChosen: boolean; onToggle: () => void };

/** One account of an order with its state; a good one can be selected. */
export function ItemButton({ item: { state, claim }, number, isChosen, onToggle }: Props) {
  const { t } = useTranslation('admin');
  const look = state === 'good' && claim?.state === 'open' ? 'claimed' : state;
  return (
    <button
      type="button"
      className={classes.item}
      data-look={look}
      aria-pressed={isChosen}
      disabled={state !== 'good'}
      title={t(`warrantyClaims.item.${look}`)}
      aria-label={`${number}, ${t(`warrantyClaims.item.${look}`)}`}
      onClick={onToggle}
    >
      {number}
    </button>
  );
}
