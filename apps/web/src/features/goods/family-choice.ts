import type { Goods } from '@portside/contract';
import { cheapest, stockLevel } from './goods-facts.ts';

/**
 * The chosen value of each attribute, by the attribute's id, or `NONE`; an attribute that is not in it takes any value.
 */
export type Choice = ReadonlyMap<string, string>;

/** That the product has no value of the attribute: else one whose values are another's, and fewer, could not be chosen. */
export const NONE = 'none';

const valueOf = ({ attributes }: Goods, attribute: string): string =>
  attributes.find(({ attribute_id: id }) => id === attribute)?.value_id ?? NONE;

const has = (goods: Goods, attribute: string, value: string): boolean => valueOf(goods, attribute) === value;

/** Whether a product of the family has no value of the attribute. */
export const hasNone = (attribute: string, goods: readonly Goods[]): boolean =>
  goods.some((one) => has(one, attribute, NONE));

const fits = (goods: Goods, choice: Choice): boolean =>
  [...choice].every(([attribute, value]) => has(goods, attribute, value));

/** The choice in an address (`3.14,5.2`), without values that no product of the family has or that exclude each other. */
export function readChoice(text: string | null, goods: readonly Goods[]): Choice {
  const pairs = (text ?? '').split(',').map((pair) => pair.split('.'));
  let choice: Choice = new Map();
  for (const [attribute = '', value = ''] of pairs) {
    const next = new Map(choice).set(attribute, value);
    const isOnly = pairs.filter(([other]) => other === attribute).length === 1;
    if (isOnly && goods.some((one) => fits(one, next))) choice = next;
  }
  return choice;
}

export const writeChoice = (choice: Choice): string => Array.from(choice, (pair) => pair.join('.')).join();

/** A product's own values of all attributes of its family as a choice. */
export const choiceOf = (goods: Goods, family: readonly Goods[]): Choice =>
  new Map(
    family
      .flatMap(({ attributes }) => attributes.map(({ attribute_id: id }) => id))
      .map((attribute) => [attribute, valueOf(goods, attribute)]),
  );

/**
 * The choice with another value of one attribute, or any if null. Where no product has it together with all the others,
 * those that stand against it give way.
 */
export function changeChoice(
  choice: Choice,
  attribute: string,
  value: string | null,
  goods: readonly Goods[],
): Choice {
  const others = [...choice].filter(([other]) => other !== attribute);
  if (value === null) return new Map(others);
  let changed: Choice = new Map([[attribute, value]]);
  for (const [other, itsValue] of others) {
    const next = new Map(changed).set(other, itsValue);
    if (goods.some((one) => fits(one, next))) changed = next;
  }
  return changed;
}

/** Whether nothing with this value and the rest of the choice is in stock. */
export function isOut(choice: Choice, attribute: string, value: string, goods: readonly Goods[]): boolean {
  const wanted = new Map(choice).set(attribute, value);
  return !goods.some((one) => fits(one, wanted) && stockLevel(one) !== 'soldOut');
}

/** The cheapest product in stock that fits, else the cheapest that fits. */
export const pickGoods = (goods: readonly Goods[], choice: Choice): Goods | undefined =>
  cheapest(goods.filter((one) => fits(one, choice)));
