import type { AuditAction, AdminCategory, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentAdminCategory } from './goods.present.ts';
import { sql } from 'kysely';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import type { CategoryRow, CountedCategoryRow, Texts } from './goods.sql.ts';

/** A new category without products. */
export async function createCategory(ctx: Ctx, { body }: Input<'createCategory'>): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) => {
    const row = { ...(await insertCategory(step.db, body.names, body.sort)), goods: 0 };
    await audit(step, 'category.create', row.id, null, row);
    return presentAdminCategory(row, ctx.language);
  });
}

/** Replaces a category's names and sort order. Refuses an unknown category (notFound). */
export async function updateCategory(
  ctx: Ctx,
  { params, body }: Input<'updateCategory'>,
): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) => {
    const before = await lockCategory(step.db, BigInt(params.id));
    const after = { ...before, ...(await replaceCategory(step.db, before.id, body.names, body.sort)) };
    await audit(step, 'category.update', before.id, before, after);
    return presentAdminCategory(after, ctx.language);
  });
}

/** Refuses an unknown category (notFound) and one with products (categoryInUse). */
export async function deleteCategory(ctx: Ctx, { params }: Input<'deleteCategory'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockCategory(step.db, BigInt(params.id));
    await deleteCategoryRow(step.db, before.id);
    await audit(step, 'category.delete', before.id, before, null);
    return null;
  });
}

type Change = CountedCategoryRow | null;

async function audit(
  ctx: Ctx,
  action: AuditAction,
  id: bigint,
  before: Change,
  after: Change,
): Promise<void> {
  const factsOf = (row: Change) => row && { names: row.name, sort: row.sort };
  const subject = `category:${id}`;
  await recordAudit(ctx, { action, subject, before: factsOf(before), after: factsOf(after) });
}

/** All categories in their order, each with how many products it has. */
export async function findCountedCategories(db: Db): Promise<CountedCategoryRow[]> {
  const { rows } = await sql<CountedCategoryRow>`
    select category.*, (select count(*)::int from goods where category_id = category.id) as goods
    from categories category order by sort, id`.execute(db);
  return rows;
}

export const insertCategory = (db: Db, name: Texts, sort: number): Promise<CategoryRow> =>
  db
    .insertInto('categories')
    .values({ name: JSON.stringify(name), sort })
    .returningAll()
    .executeTakeFirstOrThrow();

const replaceCategory = (db: Db, id: bigint, name: Texts, sort: number): Promise<CategoryRow> =>
  db
    .updateTable('categories')
    .set({ name: JSON.stringify(name), sort })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Refuses a category with products (categoryInUse); the database decides, so one added in the meantime counts. */
async function deleteCategoryRow(db: Db, id: bigint): Promise<void> {
  await db
    .deleteFrom('categories')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'goods_category_id_fkey') refuse('categoryInUse');
      throw error;
    });
}

/** Refuses an unknown category (notFound). */
async function lockCategory(db: Db, id: bigint): Promise<CountedCategoryRow> {
  const { rows } = await sql<CountedCategoryRow>`
    select category.*, (select count(*)::int from goods where category_id = category.id) as goods
    from categories category where id = ${id} for no key update`.execute(db);
  return rows[0] ?? refuse('notFound', 'category');
}
