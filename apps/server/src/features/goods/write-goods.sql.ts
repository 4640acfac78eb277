import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import type { GoodsRow } from './goods.sql.ts';

/** What an operator enters of a product: its columns by their names, and its tiers. */
export type NewGoods = Omit<GoodsRow, 'id' | 'image' | 'on_sale' | 'created_at' | 'updated_at'>;

/** Refuses an unknown category (notFound). */
export async function insertGoods(
  db: Db,
  goods: NewGoods,
  { isOnSale, now }: { readonly isOnSale: boolean; readonly now: Date },
): Promise<bigint> {
  const { id } = await db
    .insertInto('goods')
    .values({ ...columnsOf(goods), on_sale: isOnSale, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseCategory);
  await insertTiers(db, id, goods);
  return id;
}

/** Whether it is on sale stays. Refuses an unknown category (notFound). */
export async function replaceGoods(db: Db, id: bigint, goods: NewGoods, now: Date): Promise<void> {
  const columns = { ...columnsOf(goods), updated_at: now };
  await db.updateTable('goods').set(columns).where('id', '=', id).execute().catch(refuseCategory);
  await db.deleteFrom('goods_price_tiers').where('goods_id', '=', id).execute();
  await insertTiers(db, id, goods);
}

export async function replaceImage(db: Db, id: bigint, image: string | null, now: Date): Promise<void> {
  await db.updateTable('goods').set({ image, updated_at: now }).where('id', '=', id).execute();
}

/**
 * Locks products in the order of their ids, so that none deadlock, to the end of the transaction; returns how many
 * exist.
 */
export async function lockGoods(db: Db, ids: readonly bigint[]): Promise<number> {
  const { rows } = await sql`
    select from goods where id = any(${idArray(ids)}::bigint[]) order by id for no key update`.execute(db);
  return rows.length;
}

/** Returns the ids of those whose state changed. */
export async function setOnSale(
  db: Db,
  ids: readonly bigint[],
  { isOnSale, now }: { readonly isOnSale: boolean; readonly now: Date },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    update goods set on_sale = ${isOnSale}, updated_at = ${now}
    where id = any(${idArray(ids)}::bigint[]) and on_sale <> ${isOnSale} returning id`.execute(db);
  return rows.map((row) => row.id);
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
