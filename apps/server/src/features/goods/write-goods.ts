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
import { recordAudit, recordEntry } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { approvedPrices, isAsProposed, needsConsent, proposePrices, withPricesBefore } from './floor.ts';
import { findGoods, lockGoods, type GoodsRow, type Texts } from './goods.sql.ts';
import { presentAllGoods } from './list-all-goods.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { readSetting } from '../settings/index.ts';
import { newLinkKey } from './selling-rules.ts';
import { cleanHtml } from '../../platform/html.ts';

/**
 * A new product without stock; `setGoodsOnSale` puts it on sale. Refuses an unknown category (notFound) and a price below
 * the floor (belowFloor).
 */
export async function createGoods(ctx: Ctx, { body }: Input<'createGoods'>): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => {
    const goods = await parseGoodsInput(step, body);
    if (needsConsent(null, goods)) refuseField('belowFloor', 'price', 'small');
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
 * nothing of it; prices, floor and a smaller order at a price below the floor, which need a second person, are left as
 * they are and proposed. Refuses an unknown product or category (notFound), such changes to who may not set prices
 * (belowFloor), and a smallest order above what one buyer may have (parameterError).
 */
export async function updateGoods(
  ctx: Ctx,
  { params, body: { reason, ...body } }: Input<'updateGoods'>,
): Promise<Data<'updateGoods'>> {
  return inTransaction(ctx, async (step) => {
    const id = BigInt(params.id);
    await lockGoods(step.db, [id]);
    const before = await getGoods(step, id);
    const wanted = await parseGoodsInput(step, body, before);
    const proposal = needsConsent(before, wanted) ? await proposePrices(step, before, wanted, reason) : null;
    const direct = proposal ? withPricesBefore(before, wanted) : wanted;
    const { tiers, min_quantity: least, max_quantity: most } = direct;
    if (least > most) refuseField('parameterError', 'max_quantity', 'small', least);
    requireTiersWithin(tiers, least, most);
    const after = await writeGoods(step, before, direct);
    return { ...after, proposal };
  });
}

/**
 * Sets prices and floor that a second person approved. Refuses a product that is gone (notFound), one whose prices or
 * floor were changed since (priceChanged), and tiers outside the quantities that an order may have by now
 * (parameterError).
 */
export const onGoodsPricesApproved = (
  ctx: Ctx,
  { terms }: EventPayloads['goodsPricesApproved'],
): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const id = BigInt(terms.goods_id);
    await lockGoods(step.db, [id]);
    const before = await getGoods(step, id);
    if (!isAsProposed(before, terms)) refuse('priceChanged');
    const prices = approvedPrices(terms);
    const goods = { ...enteredOf(before), ...prices };
    requireTiersWithin(goods.tiers, goods.min_quantity, goods.max_quantity);
    await writeGoods(step, before, goods);
  });

async function writeGoods(step: Ctx, before: GoodsRow, goods: NewGoods): Promise<AdminGoods> {
  const after = await replaceGoods(step.db, before.id, goods, step.clock.now());
  await announcePrices(step, before, after);
  return audit(step, 'goods.update', before, after);
}

/**
 * A new product with the same data, without stock and picture, not on sale. Refuses an unknown product (notFound) and one
 * that is sold below its floor (belowFloor): a second person agreed to that product alone.
 */
export async function copyGoods(ctx: Ctx, { params }: Input<'copyGoods'>): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => {
    const original = await getGoods(step, BigInt(params.id));
    if (needsConsent(null, original)) refuse('belowFloor');
    const copy = await insertGoods(step.db, enteredOf(original), { isOnSale: false, now: step.clock.now() });
    return audit(step, 'goods.create', null, copy);
  });
}

const pricesOf = ({ price_micro, tiers }: GoodsRow): Prices => ({ priceMicro: price_micro, tiers });

/** Announces other prices than before. */
export async function announcePrices(ctx: Ctx, before: GoodsRow, after: GoodsRow): Promise<void> {
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

/** Without the key of its link, which whoever reads the log would have, and the cost, which imports say. */
function factsOf(row: GoodsRow) {
  const { tiers, link_key: _, cost_micro: _c, ...facts } = row;
  return {
    ...facts,
    tiers: tiers.map(({ minQuantity, priceMicro }) => ({ minQuantity, priceMicro })),
  };
}

/** What an operator enters of a product; its tiers by quantity. */
export type NewGoods = Omit<
  GoodsRow,
  | 'id'
  | 'image'
  | 'on_sale'
  | 'created_at'
  | 'updated_at'
  | 'family_id'
  | 'link_key'
  | 'cost_micro'
  | keyof SetApart
> &
  Partial<SetApart>;

/** What other calls set, and a copy takes along. */
type SetApart = Pick<
  GoodsRow,
  | 'floor_micro'
  | 'visibility'
  | 'level_ids'
  | 'most_per_buyer'
  | 'most_per_day'
  | 'stock_display'
  | 'low_at'
  | 'low_days'
  | 'newest_first'
  | 'search_words'
>;

/** Without its family: of two alike in one, nobody could choose. Its link is its own, and its cost that of its accounts. */
function enteredOf(row: GoodsRow): NewGoods {
  const { id: _, image: _i, on_sale: _o, created_at: _c, family_id: _f, link_key: _l, ...rest } = row;
  const { cost_micro: _m, ...entered } = rest;
  return entered;
}

/**
 * A product as an operator entered it, instead of `before` or as a new one. Refuses values that contradict each other,
 * naming the field (parameterError).
 */
async function parseGoodsInput(
  { db }: Ctx,
  body: Input<'createGoods' | 'updateGoods'>['body'],
  before: GoodsRow | null = null,
): Promise<NewGoods> {
  const { names, descriptions, instructions, price, price_tiers, category_id, floor, ...entered } = body;
  const { min_quantity: minQuantity, max_quantity: maxQuantity, genders, columns } = entered;
  const mostOfBuyer = Math.min(before?.most_per_buyer ?? Infinity, before?.most_per_day ?? Infinity);
  const most = Math.min(maxQuantity, mostOfBuyer);
  if (minQuantity > most) refuseField('parameterError', 'min_quantity', 'large', most);
  if (hasTwice(genders)) refuseField('parameterError', 'genders', 'twice');
  if (hasTwice(columns)) refuseField('parameterError', 'columns', 'twice');
  const tiers = price_tiers
    .map((tier) => ({ minQuantity: tier.min_quantity, priceMicro: parseMicro(tier.price) }))
    .toSorted((a, b) => a.minQuantity - b.minQuantity);
  requireTiersWithin(tiers, minQuantity, maxQuantity);
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
    floor_micro: floor === undefined ? (before?.floor_micro ?? null) : parseMicro(floor) || null,
  };
}

function requireTiersWithin(tiers: NewGoods['tiers'], least: number, most: number): void {
  const starts = tiers.map((tier) => tier.minQuantity);
  if (hasTwice(starts) || starts.some((start) => start <= least || start > most))
    refuseField('parameterError', 'price_tiers', 'wrong');
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

/** Writes all of them in three statements, however many there are. */
export async function updateGoodsRows(
  db: Db,
  pairs: readonly { readonly before: GoodsRow; readonly after: GoodsRow }[],
  now: Date,
): Promise<void> {
  const rows = pairs.map(({ before, after }) => ({
    id: String(after.id),
    category_id: String(after.category_id),
    price_micro: String(after.price_micro),
    floor_micro: after.floor_micro === null ? null : String(after.floor_micro),
    min_quantity: after.min_quantity,
    max_quantity: after.max_quantity,
    warranty_hours: after.warranty_hours,
    on_sale: after.on_sale,
    sort: after.sort,
    visibility: after.visibility,
    level_ids: after.level_ids.map(String),
    // A product that becomes one by link gets a new one: those given away before are over.
    link_key: after.visibility === 'link' && before.visibility !== 'link' ? newLinkKey() : before.link_key,
  }));
  await sql`
    update goods set category_id = wanted.category_id, price_micro = wanted.price_micro,
      floor_micro = wanted.floor_micro, min_quantity = wanted.min_quantity, max_quantity = wanted.max_quantity,
      warranty_hours = wanted.warranty_hours, on_sale = wanted.on_sale, sort = wanted.sort,
      visibility = wanted.visibility, level_ids = wanted.level_ids, link_key = wanted.link_key, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(id bigint, category_id bigint,
      price_micro bigint, floor_micro bigint, min_quantity int, max_quantity int, warranty_hours int,
      on_sale boolean, sort int, visibility text, level_ids bigint[], link_key text)
    where goods.id = wanted.id`
    .execute(db)
    .catch(refuseCategory);
  const tiered = pairs.flatMap(({ before, after }) =>
    isDeepStrictEqual(before.tiers, after.tiers) ? [] : [after],
  );
  if (tiered.length === 0) return;
  await sql`
    delete from goods_price_tiers where goods_id = any(${idArray(tiered.map(({ id }) => id))}::bigint[])`.execute(
    db,
  );
  const tiers = tiered.flatMap(({ id, tiers: own }) =>
    own.map(({ minQuantity, priceMicro }) => ({
      goods_id: String(id),
      min_quantity: minQuantity,
      price_micro: String(priceMicro),
    })),
  );
  await sql`
    insert into goods_price_tiers (goods_id, min_quantity, price_micro)
    select goods_id, min_quantity, price_micro from jsonb_to_recordset(${JSON.stringify(tiers)}::jsonb)
      as wanted(goods_id bigint, min_quantity int, price_micro bigint)`.execute(db);
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
    const auditId = await recordEntry(step, {
      action: 'goods.onSale',
      subject: ids.length === 1 ? `goods:${ids[0]}` : 'goods',
      after: { changed, isOnSale: body.on_sale },
    });
    return { changed: changed.length, audit_id: String(auditId) };
  });
}

type OffSale = { readonly count: number; readonly auditId: bigint | null };

/** Takes all products off sale by one entry, which `undoGoodsChange` reverses; none if nothing was on sale. */
export const takeAllOffSale = (ctx: Ctx): Promise<OffSale> =>
  inTransaction(ctx, async (step) => {
    const { rows } = await sql<{ id: bigint }>`
      update goods set on_sale = false, updated_at = ${step.clock.now()} where on_sale returning id`.execute(
      step.db,
    );
    if (rows.length === 0) return { count: 0, auditId: null };
    const after = { changed: rows.map(({ id }) => id), isOnSale: false };
    const auditId = await recordEntry(step, { action: 'goods.onSale', subject: 'goods', after });
    return { count: rows.length, auditId };
  });

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
