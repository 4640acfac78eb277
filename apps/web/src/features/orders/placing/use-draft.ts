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
import { useStored } from '../../../lib/stored/stored-state.ts';
import type { OrderBody } from './attempt.ts';

export type Choices = {
  /** NaN while the field is empty or invalid. */
  readonly quantity: number;
  readonly gender: Gender;
  /** null: the buyer's own. */
  readonly email: string | null;
};

/**
 * The choices of an order form, first taken from an interrupted order or the address. Each is saved; `keep` saves them
 * before a link leads away, and returns the address to come back to. An e-mail address is not the next user's, though
 * the page stays open while another tab signs them in.
 */
export function useDraft(goods: Goods, unanswered: OrderBody | undefined) {
  const at = useEntry();
  const userId = useStored((s) => s.user?.id);
  const [typed, setTyped] = useState(() => ({
    ...(unanswered ?? firstChoices(goods, findIntentFor(goods.id), at)),
    ownerId: userId,
  }));
  const { ownerId = userId } = typed;
  const choices: Choices = { ...typed, email: ownerId === userId ? typed.email : null };

  const intentOf = ({ quantity, gender, email }: Choices) => ({
    goodsId: goods.id,
    name: goods.name,
    path: pathOf(at),
    entry: at.key,
    quantity: Number.isInteger(quantity) ? quantity : null,
    gender,
    email,
    ownerId: userId,
  });
  function change(part: Partial<Choices>) {
    const changed = { ...choices, ...part };
    setTyped({ ...changed, ownerId: userId });
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
 * The choices with which a form opens. What was typed at this very history entry comes first, after a reload too; then
 * the address, then what was typed for this product elsewhere. The e-mail address is never part of the URL.
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
