import { parseMicro, type Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { readSetting } from '../settings/index.ts';
import { cleanTexts } from './clean-texts.ts';
import type { NewGoods } from './write-goods.sql.ts';

/**
 * A product as an operator entered it, instead of `before` or as a new one. Refuses values that contradict each other,
 * naming the field (parameterError).
 */
export async function parseGoodsInput(
  { db }: Ctx,
  body: Input<'createGoods' | 'updateGoods'>['body'],
  before: Pick<NewGoods, 'instruction_in_mail'> | null = null,
): Promise<NewGoods> {
  const { names, descriptions, instructions, price, price_tiers, category_id, ...entered } = body;
  const { min_quantity: minQuantity, max_quantity: maxQuantity, genders, columns } = entered;
  if (minQuantity > maxQuantity) refuseField('parameterError', 'min_quantity', 'large', maxQuantity);
  if (hasTwice(genders)) refuseField('parameterError', 'genders', 'twice');
  if (hasTwice(columns)) refuseField('parameterError', 'columns', 'twice');
  const tiers = price_tiers.map((tier) => ({
    minQuantity: tier.min_quantity,
    priceMicro: parseMicro(tier.price),
  }));
  const starts = tiers.map((tier) => tier.minQuantity);
  if (hasTwice(starts) || starts.some((start) => start <= minQuantity || start > maxQuantity))
    refuseField('parameterError', 'price_tiers', 'wrong');
  // Account data that is erased can no longer be checked.
  const mostHours = (await readSetting(db, 'retentionDays')) * 24;
  if (entered.warranty_hours > mostHours) refuseField('parameterError', 'warranty_hours', 'large', mostHours);
  return {
    ...entered,
    instruction_in_mail: entered.instruction_in_mail ?? before?.instruction_in_mail ?? true,
    category_id: BigInt(category_id),
    name: names,
    description: descriptions,
    instruction: cleanTexts(instructions),
    price_micro: parseMicro(price),
    tiers,
  };
}

const hasTwice = (values: readonly unknown[]): boolean => new Set(values).size < values.length;
