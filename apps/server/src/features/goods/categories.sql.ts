import { sql } from 'kysely';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import type { CategoryRow } from './goods.sql.ts';
import type { Texts } from './goods.tables.ts';

export type CountedCategoryRow = CategoryRow & { readonly goods: number };

/** All categories in their order, or the one with that id, each with how many products it has. */
export async function findCountedCategories(db: Db, id?: bigint): Promise<CountedCategoryRow[]> {
  const { rows } = await sql<CountedCategoryRow>`
    select category.*, (select count(*)::int from goods where category_id = category.id) as goods
    from categories category where ${id ?? null}::bigint is null or id = ${id ?? null}
    order by sort, id`.execute(db);
  return rows;
}

export async function insertCategory(db: Db, name: Texts, sort: number): Promise<bigint> {
  const row = await db
    .insertInto('categories')
    .values({ name: JSON.stringify(name), sort })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateCategoryRow(db: Db, id: bigint, name: Texts, sort: number): Promise<void> {
  await db
    .updateTable('categories')
    .set({ name: JSON.stringify(name), sort })
    .where('id', '=', id)
    .execute();
}

/** Refuses a category with products (categoryInUse); the database decides, so one added meanwhile counts. */
export async function deleteCategoryRow(db: Db, id: bigint): Promise<void> {
  await db
    .deleteFrom('categories')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'goods_category_id_fkey') refuse('categoryInUse');
      throw error;
    });
}

/** Held to the end of the transaction. Refuses an unknown category (notFound). */
export async function lockCategory(db: Db, id: bigint): Promise<void> {
  const { rows } = await sql`select from categories where id = ${id} for no key update`.execute(db);
  if (rows.length === 0) refuse('notFound', 'category');
}
