import type { AuditAction, AdminCategory, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { presentAdminCategory } from './goods.present.ts';
import { sql } from 'kysely';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import type { CountedCategoryRow, Texts } from './goods.sql.ts';

/** A new category without products. */
export async function createCategory(ctx: Ctx, { body }: Input<'createCategory'>): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) => {
    const row = await getCategory(step, await insertCategory(step.db, body.names, body.sort));
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
    const id = BigInt(params.id);
    await lockCategory(step.db, id);
    const before = await getCategory(step, id);
    await updateCategoryRow(step.db, id, body.names, body.sort);
    const after = await getCategory(step, id);
    await audit(step, 'category.update', id, before, after);
    return presentAdminCategory(after, ctx.language);
  });
}

/** Refuses an unknown category (notFound) and one with products (categoryInUse). */
export async function deleteCategory(ctx: Ctx, { params }: Input<'deleteCategory'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await getCategory(step, BigInt(params.id));
    await deleteCategoryRow(step.db, before.id);
    await audit(step, 'category.delete', before.id, before, null);
    return null;
  });
}

async function getCategory({ db }: Ctx, id: bigint): Promise<CountedCategoryRow> {
  const [row] = await findCountedCategories(db, id);
  return row ?? refuse('notFound', 'category');
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

async function updateCategoryRow(db: Db, id: bigint, name: Texts, sort: number): Promise<void> {
  await db
    .updateTable('categories')
    .set({ name: JSON.stringify(name), sort })
    .where('id', '=', id)
    .execute();
}

/** Refuses a category with products (categoryInUse); the database decides, so one added meanwhile counts. */
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

/** Held to the end of the transaction. Refuses an unknown category (notFound). */
async function lockCategory(db: Db, id: bigint): Promise<void> {
  const { rows } = await sql`select from categories where id = ${id} for no key update`.execute(db);
  if (rows.length === 0) refuse('notFound', 'category');
}
