import type { Gender, Goods } from '@portside/contract';
import { useState } from 'react';
import {
  choicesIn,
  findIntentFor,
  keepIntent,
  pathOfIntent,
  type OrderIntent,
} from '../../../lib/stored/order-intent.ts';
import { useEntry, type Entry } from '../../../lib/site-location.tsx';
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
  const at = useEntry();
  const [choices, setChoices] = useState(
    () => unanswered ?? firstChoices(goods, findIntentFor(goods.id), at),
  );

  const intentOf = ({ quantity, gender, email }: Choices): OrderIntent => ({
    goodsId: goods.id,
    name: goods.name,
    path: pathOf(at),
    entry: at.key,
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

type Place = Pick<Entry, 'pathname' | 'search' | 'key'>;

const pathOf = ({ pathname, search }: Place): string => pathname + search;

/**
 * The choices with which a form opens. What the address carries wins over what was typed for this product elsewhere; what
 * was typed at this very entry of the history comes back, after a reload too. The e-mail address is in no address.
 */
export function firstChoices(
  goods: Pick<Goods, 'min_quantity' | 'genders'>,
  kept: OrderIntent | null,
  at: Place,
): Choices {
  const linked = choicesIn(at.search);
  const isLinked = linked.quantity !== null || linked.gender !== null;
  const isTypedHere = kept !== null && kept.entry === at.key && kept.path === pathOf(at);
  const { quantity, gender } = kept !== null && (!isLinked || isTypedHere) ? kept : linked;
  return {
    quantity: quantity ?? linked.quantity ?? goods.min_quantity,
    gender: gender !== null && goods.genders.includes(gender) ? gender : firstGender(goods),
    email: kept?.email ?? null,
  };
}

const firstGender = ({ genders }: Pick<Goods, 'genders'>): Gender =>
  genders.includes('random') ? 'random' : (genders[0] ?? 'random');
