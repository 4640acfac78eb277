import {
  textIn,
  type AdminCategory,
  type AuditAction,
  type CategoryPage,
  type Data,
  type Input,
} from '@portside/contract';
import { sql } from 'kysely';
import { mapNames, recordAudit, type NameById } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { presentAdminCategory, presentCategoryPage, presentListedCategory } from './goods.present.ts';
import {
  findCategories,
  listCategoryRows,
  type CategoryRow,
  type CountedCategoryRow,
  type Texts,
} from './goods.sql.ts';

/** All categories of both levels, in their sort order. */
export async function listCategories(
  ctx: Ctx,
  { query }: Input<'listCategories'>,
): Promise<Data<'listCategories'>> {
  const all = await findCategories(ctx.db);
  return pageOf(
    [...all.values()].map((row) => presentListedCategory(row, all, ctx.language)),
    query,
  );
}

/** A category with its text and subcategories. Refuses an unknown one (notFound). */
export async function readCategory(ctx: Ctx, { params }: Input<'readCategory'>): Promise<CategoryPage> {
  const all = await findCategories(ctx.db);
  const row = all.get(BigInt(params.id)) ?? refuse('notFound', 'category');
  return presentCategoryPage(row, all, ctx.language);
}

/** All categories in all languages, in their sort order. */
export async function listAllCategories(
  ctx: Ctx,
  { query }: Input<'listAllCategories'>,
): Promise<Data<'listAllCategories'>> {
  const { rows } = await sql<CountedCategoryRow>`${counted} order by sort, id`.execute(ctx.db);
  const all = new Map(rows.map((row) => [row.id, row]));
  return pageOf(
    rows.map((row) => presentAdminCategory(row, all, ctx.language)),
    query,
  );
}

/** A new category without products. Refuses a parent that is unknown (notFound) or has one itself (parameterError). */
export async function createCategory(ctx: Ctx, { body }: Input<'createCategory'>): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) => {
    const parentId = parentOf(body);
    await lockLevels(step.db, null, parentId);
    const made = await insertCategory(step.db, body.names, body.sort, parentId, body.descriptions);
    return audited(step, 'category.create', null, { ...made, goods: 0, subcategories: 0 });
  });
}

/**
 * Replaces a category's names, texts, parent and sort order. Refuses an unknown category or parent (notFound), and one
 * that would be on a third level (parameterError).
 */
export async function updateCategory(
  ctx: Ctx,
  { params, body }: Input<'updateCategory'>,
): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) => {
    const parentId = parentOf(body);
    const before = (await lockLevels(step.db, BigInt(params.id), parentId))!;
    const row = await step.db
      .updateTable('categories')
      .set({
        name: JSON.stringify(body.names),
        description: JSON.stringify(body.descriptions ?? {}),
        parent_id: parentId,
        sort: body.sort,
        updated_at: step.clock.now(),
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return audited(step, 'category.update', before, { ...before, ...row });
  });
}

/** Refuses an unknown category (notFound) and one with products or subcategories (categoryInUse). */
export async function deleteCategory(ctx: Ctx, { params }: Input<'deleteCategory'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockCategory(step.db, BigInt(params.id));
    await deleteCategoryRow(step.db, before.id);
    await audit(step, 'category.delete', before, null);
    return null;
  });
}

const parentOf = ({ parent_id: id }: Input<'createCategory'>['body']): bigint | null =>
  id === undefined ? null : BigInt(id);

/**
 * Locks a category and its parent to be, so that no third level comes about between two changes; null for a category
 * that is not there yet.
 */
async function lockLevels(
  db: Db,
  id: bigint | null,
  parentId: bigint | null,
): Promise<CountedCategoryRow | null> {
  const ids = [id, parentId].filter((one) => one !== null);
  await sql`select from categories where id = any(${idArray(ids)}::bigint[]) order by id for no key update`.execute(
    db,
  );
  const row = id === null ? null : await findCounted(db, id);
  if (parentId === null) return row;
  const parent = await findCounted(db, parentId);
  if (parent.parent_id !== null || parentId === id || (row !== null && row.subcategories > 0))
    refuseField('parameterError', 'parent_id', 'wrong');
  return row;
}

type Change = CountedCategoryRow | null;

async function audit(ctx: Ctx, action: AuditAction, before: Change, after: Change): Promise<void> {
  const factsOf = (row: Change) =>
    row && { names: row.name, descriptions: row.description, parentId: row.parent_id, sort: row.sort };
  const subject = `category:${(after ?? before)!.id}`;
  await recordAudit(ctx, { action, subject, before: factsOf(before), after: factsOf(after) });
}

async function audited(
  ctx: Ctx,
  action: AuditAction,
  before: Change,
  after: CountedCategoryRow,
): Promise<AdminCategory> {
  await audit(ctx, action, before, after);
  return presentAdminCategory(after, await findCategories(ctx.db), ctx.language);
}

/** Each with how many products and subcategories it has. */
const counted = sql`
  select category.*, (select count(*)::int from goods where category_id = category.id) as goods,
    (select count(*)::int from categories child where child.parent_id = category.id) as subcategories
  from categories category`;

export const insertCategory = (
  db: Db,
  name: Texts,
  sort: number,
  parentId: bigint | null = null,
  description: Texts = {},
): Promise<CategoryRow> =>
  db
    .insertInto('categories')
    .values({
      name: JSON.stringify(name),
      description: JSON.stringify(description),
      parent_id: parentId,
      sort,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const OF_CATEGORY = new Set<string | null>(['goods_category_id_fkey', 'categories_parent_id_fkey']);

/** Refuses one with products or subcategories (categoryInUse); the database decides, so one added meanwhile counts. */
async function deleteCategoryRow(db: Db, id: bigint): Promise<void> {
  await db
    .deleteFrom('categories')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (OF_CATEGORY.has(brokenConstraint(error))) refuse('categoryInUse');
      throw error;
    });
}

async function findCounted(db: Db, id: bigint): Promise<CountedCategoryRow> {
  const { rows } = await sql<CountedCategoryRow>`${counted} where id = ${id}`.execute(db);
  return rows[0] ?? refuse('notFound', 'category');
}

/** Refuses an unknown category (notFound). */
export async function lockCategory(db: Db, id: bigint): Promise<CountedCategoryRow> {
  await sql`select from categories where id = ${id} for no key update`.execute(db);
  return findCounted(db, id);
}

/** Names all categories: there are few. */
export const nameCategories: NameById = async ({ db, language }) =>
  mapNames((await listCategoryRows(db)).map(({ id, name }) => ({ id, name: textIn(name, language) })));
