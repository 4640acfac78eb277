import type { Gender, Goods } from '@portside/contract';
import { useState } from 'react';
import {
  choicesIn,
  findIntentFor,
  keepIntent,
  pathOfIntent,
  type OrderIntent,
} from '../../../lib/stored/order-intent.ts';
import { useLocation } from '../../../lib/router/hooks.ts';
import type { OrderBody } from './attempt.ts';

export type Choices = {
  /** NaN while the field is empty or invalid. */
  readonly quantity: number;
  readonly gender: Gender;
  /** null: the buyer's own. */
  readonly email: string | null;
};

/**
 * What is chosen in an order form, from an order that was interrupted or from the address. Every choice is kept, and
 * `keep` keeps them before the buyer is led elsewhere; it answers where to come back to.
 */
export function useDraft(goods: Goods, unanswered: OrderBody | undefined) {
  const { pathname, search } = useLocation();
  const [choices, setChoices] = useState(() => initialChoices(goods, unanswered, search));

  const intentOf = ({ quantity, gender, email }: Choices): OrderIntent => ({
    goodsId: goods.id,
    name: goods.name,
    path: pathname + search,
    quantity: Number.isInteger(quantity) ? quantity : null,
    gender,
    email,
  });
  function change(part: Partial<Choices>) {
    const changed = { ...choices, ...part };
    setChoices(changed);
    keepIntent(intentOf(changed));
  }
  return {
    choices,
    change,
    back: pathOfIntent(intentOf(choices)),
    keep: () => keepIntent(intentOf(choices)),
  };
}

function initialChoices(goods: Goods, unanswered: OrderBody | undefined, search: string): Choices {
  if (unanswered) return unanswered;
  const kept = findIntentFor(goods.id);
  const linked = choicesIn(search);
  const gender = kept?.gender ?? linked.gender;
  return {
    quantity: kept?.quantity ?? linked.quantity ?? goods.min_quantity,
    gender: gender !== null && goods.genders.includes(gender) ? gender : firstGender(goods),
    email: kept?.email ?? null,
  };
}

const firstGender = ({ genders }: Goods): Gender =>
  genders.includes('random') ? 'random' : (genders[0] ?? 'random');
