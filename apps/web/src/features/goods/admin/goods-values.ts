import type { AdminGoods, Gender } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { RequestOf } from '../../../lib/api/call.ts';
import { toKept, toTexts, type Texts } from '../../../locales/texts.ts';

type TierValues = { quantity: number | string; price: string };

/** The form's values; a number field holds a string while it is empty. */
export type GoodsValues = {
  category: string;
  names: Texts;
  descriptions: Texts;
  /** HTML. */
  instructions: Texts;
  isInstructionMailed: boolean;
  price: string;
  tiers: TierValues[];
  /** Empty: none. */
  floor: string;
  min: number | string;
  max: number | string;
  genders: Gender[];
  warranty: number | string;
  separator: string;
  columns: string[];
  fileName: string;
  sort: number | string;
};

/** A tab cannot be typed into a field, so it is shown as \t. */
const showSeparator = (separator: string): string => separator.replaceAll('\t', '\\t');
const readSeparator = (written: string): string => written.replaceAll('\\t', '\t');

export const toFormValues = (goods: AdminGoods | null, category: string): GoodsValues => ({
  category: goods?.category.id ?? category,
  names: toTexts(goods?.names ?? {}),
  descriptions: toTexts(goods?.descriptions ?? {}),
  instructions: toTexts(goods?.instructions ?? {}),
  isInstructionMailed: goods?.instruction_in_mail ?? true,
  price: goods?.price ?? '',
  tiers: goods?.price_tiers.map(({ min_quantity: quantity, price }) => ({ quantity, price })) ?? [],
  floor: goods?.floor ?? '',
  min: goods?.min_quantity ?? 1,
  max: goods?.max_quantity ?? 10_000,
  genders: goods?.genders ?? ['random'],
  warranty: goods?.warranty_hours ?? 24,
  separator: showSeparator(goods?.format.separator ?? '----'),
  columns: goods?.format.columns ?? ['account', 'password'],
  fileName: goods?.file_name ?? '',
  sort: goods?.sort ?? 0,
});

/** The form's values as a request body. */
export const toRequestBody = (values: GoodsValues): RequestOf<'createGoods'>['body'] => ({
  category_id: values.category,
  names: toKept(values.names),
  descriptions: toKept(values.descriptions),
  instructions: toKept(values.instructions),
  instruction_in_mail: values.isInstructionMailed,
  price: values.price.trim(),
  price_tiers: values.tiers.map(({ quantity, price }) => ({
    min_quantity: Number(quantity),
    price: price.trim(),
  })),
  floor: values.floor.trim() || '0',
  min_quantity: Number(values.min),
  max_quantity: Number(values.max),
  genders: values.genders,
  warranty_hours: Number(values.warranty),
  separator: readSeparator(values.separator),
  columns: values.columns,
  file_name: values.fileName.trim(),
  sort: Number(values.sort),
});

/** The prices and the floor, where they are others than the product's; else null. */
export function changedPrices(goods: AdminGoods, values: GoodsValues) {
  const of = (all: GoodsValues) => {
    const { price, price_tiers: tiers, floor } = toRequestBody(all);
    return { id: goods.id, price, price_tiers: tiers ?? [], floor: floor ?? '0' };
  };
  const [before, after] = [of(toFormValues(goods, '')), of(values)];
  return JSON.stringify(before) === JSON.stringify(after) ? null : after;
}

const PRICE = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;
export const isPrice = (text: string): boolean => PRICE.test(text.trim()) && parseMicro(text.trim()) > 0n;

/** Whether each tier starts above the previous one, and the first above the minimum order. */
export function areTiersInOrder({ tiers, min }: Pick<GoodsValues, 'tiers' | 'min'>): boolean {
  const steps = [Number(min), ...tiers.map(({ quantity }) => Number(quantity))];
  return steps.every((step, index) => index === 0 || step > steps[index - 1]!);
}

/** What the form says of a known cost; null where it does not matter. */
export function costNote(
  { price, tiers, floor }: GoodsValues,
  cost: string,
): 'taken' | 'counts' | 'above' | null {
  const costMicro = parseMicro(cost);
  const isBelow = (text: string): boolean => isPrice(text) && parseMicro(text.trim()) < costMicro;
  if ([price, ...tiers.map((tier) => tier.price)].some(isBelow)) return 'above';
  if (floor.trim() === '') return 'taken';
  return isBelow(floor) ? 'counts' : null;
}

/** Whether some larger quantity costs more a piece than a smaller one: allowed, and mostly a slip. */
export function risesWithQuantity({ price, tiers }: Pick<GoodsValues, 'price' | 'tiers'>): boolean {
  const prices = [price, ...tiers.map((tier) => tier.price)]
    .filter(isPrice)
    .map((text) => parseMicro(text.trim()));
  return prices.some((one, index) => index > 0 && one > prices[index - 1]!);
}
