import { isDeepStrictEqual } from 'node:util';
import {
  type AuditAction,
  type AdminGoods,
  type Input,
  parseMicro,
  LANGUAGES,
  type Data,
} from '@portside/contract';
import type { Prices } from '@portside/contract/wire/price';
import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findGoods, lockGoods, type GoodsRow, type Texts } from './goods.sql.ts';
import { presentAllGoods } from './list-all-goods.ts';
import { readSetting } from '../settings/index.ts';
import { cleanHtml } from '../../platform/html.ts';

/** A new product without stock; `setGoodsOnSale` puts it on sale. Refuses an unknown category (notFound). */
export async function createGoods(ctx: Ctx, { body }: Input<'createGoods'>): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => {
    const goods = await parseGoodsInput(step, body);
    return audit(
      step,
      'goods.create',
      null,
      await insertGoods(step.db, goods, { isOnSale: false, now: step.clock.now() }),
    );
  });
}

/**
 * Replaces everything an operator enters of a product; whether it is on sale stays. Orders see the whole change or
 * nothing of it. Refuses an unknown product or category (notFound).
 */
export async function updateGoods(ctx: Ctx, { params, body }: Input<'updateGoods'>): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => {
    const id = BigInt(params.id);
    await lockGoods(step.db, [id]);
    const before = await getGoods(step, id);
    const goods = await parseGoodsInput(step, body, before);
    const after = await replaceGoods(step.db, id, goods, step.clock.now());
    await announcePrices(step, before, after);
    return audit(step, 'goods.update', before, after);
  });
}

/** A new product with the same data, without stock and picture, not on sale. Refuses an unknown product (notFound). */
export async function copyGoods(ctx: Ctx, { params }: Input<'copyGoods'>): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => {
    const original = await getGoods(step, BigInt(params.id));
    const { id: _, image: __, on_sale: ___, created_at: ____, ...copy } = original;
    return audit(
      step,
      'goods.create',
      null,
      await insertGoods(step.db, copy, { isOnSale: false, now: step.clock.now() }),
    );
  });
}

const pricesOf = ({ price_micro, tiers }: GoodsRow): Prices => ({ priceMicro: price_micro, tiers });

async function announcePrices(ctx: Ctx, before: GoodsRow, after: GoodsRow): Promise<void> {
  const change = { goodsId: after.id, before: pricesOf(before), after: pricesOf(after) };
  if (!isDeepStrictEqual(change.before, change.after))
    await ctx.events.announce(ctx, 'goodsPriceChanged', change);
}

async function getGoods({ db }: Ctx, id: bigint): Promise<GoodsRow> {
  return (await findGoods(db, [id])).get(id) ?? refuse('notFound', 'goods');
}

async function audit(
  ctx: Ctx,
  action: AuditAction,
  before: GoodsRow | null,
  after: GoodsRow,
): Promise<AdminGoods> {
  const [shown] = await presentAllGoods(ctx, [after]);
  const subject = `goods:${after.id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return shown!;
}

const factsOf = ({ tiers, ...row }: GoodsRow) => ({
  ...row,
  tiers: tiers.map(({ minQuantity, priceMicro }) => ({ minQuantity, priceMicro })),
});

/** What an operator enters of a product; its tiers by quantity. */
export type NewGoods = Omit<GoodsRow, 'id' | 'image' | 'on_sale' | 'created_at' | 'updated_at'>;

/**
 * A product as an operator entered it, instead of `before` or as a new one. Refuses values that contradict each other,
 * naming the field (parameterError).
 */
async function parseGoodsInput(
  { db }: Ctx,
  body: Input<'createGoods' | 'updateGoods'>['body'],
  before: Pick<NewGoods, 'instruction_in_mail'> | null = null,
): Promise<NewGoods> {
  const { names, descriptions, instructions, price, price_tiers, category_id, ...entered } = body;
  const { min_quantity: minQuantity, max_quantity: maxQuantity, genders, columns } = entered;
  if (minQuantity > maxQuantity) refuseField('parameterError', 'min_quantity', 'large', maxQuantity);
  if (hasTwice(genders)) refuseField('parameterError', 'genders', 'twice');
  if (hasTwice(columns)) refuseField('parameterError', 'columns', 'twice');
  const tiers = price_tiers
    .map((tier) => ({ minQuantity: tier.min_quantity, priceMicro: parseMicro(tier.price) }))
    .toSorted((a, b) => a.minQuantity - b.minQuantity);
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

/** The texts without languages whose text is empty. */
export function withoutEmptyTexts(texts: Texts): Texts {
  const spoken = LANGUAGES.map((language) => [language, texts[language] ?? ''] as const);
  return Object.fromEntries(spoken.filter(([, text]) => text !== ''));
}

/** Sanitises HTML in several languages, without those of which no words are left: an emptied editor leaves tags. */
export const cleanTexts = (texts: Texts): Texts =>
  withoutEmptyTexts(
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const html = cleanHtml(texts[language] ?? '');
        return [language, hasWords(html) ? html : ''];
      }),
    ),
  );

const hasWords = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';

/** Refuses an unknown category (notFound). */
export async function insertGoods(
  db: Db,
  goods: NewGoods,
  { isOnSale, now }: { readonly isOnSale: boolean; readonly now: Date },
): Promise<GoodsRow> {
  const row = await db
    .insertInto('goods')
    .values({ ...columnsOf(goods), on_sale: isOnSale, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseCategory);
  await insertTiers(db, row.id, goods);
  return { ...row, tiers: goods.tiers };
}

/** Whether it is on sale stays. Refuses an unknown category (notFound). */
async function replaceGoods(db: Db, id: bigint, goods: NewGoods, now: Date): Promise<GoodsRow> {
  const columns = { ...columnsOf(goods), updated_at: now };
  const row = await db
    .updateTable('goods')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseCategory);
  await db.deleteFrom('goods_price_tiers').where('goods_id', '=', id).execute();
  await insertTiers(db, id, goods);
  return { ...row, tiers: goods.tiers };
}

function columnsOf(goods: NewGoods) {
  const { tiers: _, name, description, instruction, ...columns } = goods;
  return {
    ...columns,
    name: JSON.stringify(name),
    description: JSON.stringify(description),
    instruction: JSON.stringify(instruction),
  };
}

async function insertTiers(db: Db, goodsId: bigint, { tiers }: NewGoods): Promise<void> {
  if (tiers.length === 0) return;
  const rows = tiers.map(({ minQuantity, priceMicro }) => ({
    goods_id: goodsId,
    min_quantity: minQuantity,
    price_micro: priceMicro,
  }));
  await db.insertInto('goods_price_tiers').values(rows).execute();
}

function refuseCategory(error: unknown): never {
  if (brokenConstraint(error) === 'goods_category_id_fkey') refuse('notFound', 'category');
  throw error;
}

/** Puts products on sale or takes them off: all of them, or none if one does not exist (notFound). */
export async function setGoodsOnSale(
  ctx: Ctx,
  { body }: Input<'setGoodsOnSale'>,
): Promise<Data<'setGoodsOnSale'>> {
  return inTransaction(ctx, async (step) => {
    const ids = [...new Set(body.ids)].map(BigInt);
    if ((await lockGoods(step.db, ids)) < ids.length) refuse('notFound', 'goods');
    const changed = await setOnSale(step.db, ids, { isOnSale: body.on_sale, now: step.clock.now() });
    await recordAudit(step, {
      action: 'goods.onSale',
      subject: ids.length === 1 ? `goods:${ids[0]}` : 'goods',
      after: { changed, isOnSale: body.on_sale },
    });
    return { changed: changed.length };
  });
}

/** Returns the ids of those whose state changed. */
async function setOnSale(
  db: Db,
  ids: readonly bigint[],
  { isOnSale, now }: { readonly isOnSale: boolean; readonly now: Date },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    update goods set on_sale = ${isOnSale}, updated_at = ${now}
    where id = any(${idArray(ids)}::bigint[]) and on_sale <> ${isOnSale} returning id`.execute(db);
  return rows.map((row) => row.id);
}
