import {
  textIn,
  type AdminFamily,
  type AuditAction,
  type Data,
  type FamilyPage,
  type Input,
} from '@portside/contract';
import { sql } from 'kysely';
import { mapNames, recordAudit, type NameById } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import {
  findFamily,
  findGoodsValues,
  listAttributeRows,
  listFamilyRows,
  type FamilyRow,
  type GoodsValue,
} from './families.sql.ts';
import { presentAttribute, slugOf } from './goods.present.ts';
import { listGoodsOnSale, lockGoods } from './goods.sql.ts';
import { readLevelOf, withFigures, type SalesLookups } from './list-goods.ts';

/**
 * A family with its products on sale that the caller sees, and the attributes to choose one by. Refuses an unknown family
 * and one without such a product alike (notFound).
 */
export async function readFamily(
  ctx: Ctx,
  { params }: Input<'readFamily'>,
  sales: SalesLookups,
): Promise<FamilyPage> {
  const family = await findFamily(ctx.db, BigInt(params.id));
  const rows = family
    ? await listGoodsOnSale(ctx.db, { familyId: family.id, ofLevel: await readLevelOf(ctx) })
    : [];
  if (!family || rows.length === 0) return refuse('notFound', 'family');
  const goods = await withFigures(ctx, rows, sales);
  const used = new Set(goods.flatMap(({ attributes }) => attributes.map((one) => one.value_id)));
  const attributes = (await listAttributeRows(ctx.db)).flatMap((row) => {
    const values = row.values.filter(({ id }) => used.has(String(id)));
    return values.length > 0 ? [presentAttribute({ ...row, values }, ctx.language)] : [];
  });
  return {
    id: String(family.id),
    name: textIn(family.name, ctx.language),
    description: textIn(family.description, ctx.language),
    slug: slugOf(family),
    attributes,
    goods,
  };
}

/** All families in all languages. */
export async function listAllFamilies(
  ctx: Ctx,
  { query }: Input<'listAllFamilies'>,
): Promise<Data<'listAllFamilies'>> {
  return pageOf(await presentAll(ctx, await listFamilyRows(ctx.db)), query);
}

/** A new family without products. */
export async function createFamily(ctx: Ctx, { body }: Input<'createFamily'>): Promise<AdminFamily> {
  return inTransaction(ctx, async (step) => {
    const row = await step.db
      .insertInto('families')
      .values(columnsOf(step, body))
      .returningAll()
      .executeTakeFirstOrThrow();
    return audited(step, 'family.create', null, row);
  });
}

/** Replaces a family's names and texts. Refuses an unknown one (notFound). */
export async function updateFamily(ctx: Ctx, { params, body }: Input<'updateFamily'>): Promise<AdminFamily> {
  return inTransaction(ctx, async (step) => {
    const before = await lockFamily(step.db, BigInt(params.id));
    const row = await step.db
      .updateTable('families')
      .set(columnsOf(step, body))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return audited(step, 'family.update', before, row);
  });
}

/** Its products stay, each with a page of its own. Refuses an unknown family (notFound). */
export async function deleteFamily(ctx: Ctx, { params }: Input<'deleteFamily'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const before = await lockFamily(db, BigInt(params.id));
    const left = await db
      .updateTable('goods')
      .set({ family_id: null })
      .where('family_id', '=', before.id)
      .returning('id')
      .execute();
    await db.deleteFrom('families').where('id', '=', before.id).execute();
    await recordAudit(step, {
      action: 'family.delete',
      subject: `family:${before.id}`,
      before: { ...factsOf(before), goods: left.map(({ id }) => id) },
      after: null,
    });
    return null;
  });
}

/**
 * Sets what a product differs in and whose page it shares. Refuses an unknown product, family or value (notFound), an
 * attribute that is named twice (parameterError), and attributes that another product of the family has
 * (combinationTaken): nobody could choose between the two.
 */
export async function setGoodsFamily(ctx: Ctx, { params, body }: Input<'setGoodsFamily'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const id = BigInt(params.id);
    const familyId = body.family_id === undefined ? null : BigInt(body.family_id);
    if (familyId !== null) await lockFamily(db, familyId);
    if ((await lockGoods(db, [id])) === 0) refuse('notFound', 'goods');
    const before = await readMembership(db, id);
    const values = body.attributes.map((one) => ({
      attribute_id: BigInt(one.attribute_id),
      value_id: BigInt(one.value_id),
    }));
    if (new Set(values.map((one) => one.attribute_id)).size < values.length)
      refuseField('parameterError', 'attributes', 'twice');
    await db
      .updateTable('goods')
      .set({ family_id: familyId, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await db.deleteFrom('goods_attribute_values').where('goods_id', '=', id).execute();
    if (values.length > 0)
      await db
        .insertInto('goods_attribute_values')
        .values(values.map((value) => ({ ...value, goods_id: id })))
        .execute()
        .catch((error: unknown) => {
          if (brokenConstraint(error) === 'goods_attribute_values_known') refuse('notFound', 'attribute');
          throw error;
        });
    if (familyId !== null) await refuseTwins(db, familyId, id, values);
    await recordAudit(step, {
      action: 'goods.family',
      subject: `goods:${id}`,
      before,
      after: await readMembership(db, id),
    });
    return null;
  });
}

/** The caller has locked the family, so no other product becomes the same in the meantime. */
async function refuseTwins(
  db: Db,
  familyId: bigint,
  id: bigint,
  values: readonly GoodsValue[],
): Promise<void> {
  const others = await db
    .selectFrom('goods')
    .select('id')
    .where('family_id', '=', familyId)
    .where('id', '<>', id)
    .execute();
  const known = await findGoodsValues(
    db,
    others.map((row) => row.id),
  );
  const own = keyOf(values);
  if (others.some((other) => keyOf(known.get(other.id) ?? []) === own)) refuse('combinationTaken');
}

const keyOf = (values: readonly GoodsValue[]): string =>
  values
    .map((value) => `${value.attribute_id}.${value.value_id}`)
    .toSorted()
    .join();

async function readMembership(db: Db, id: bigint) {
  const { family_id: familyId } = await db
    .selectFrom('goods')
    .select('family_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { familyId, attributes: (await findGoodsValues(db, [id])).get(id) ?? [] };
}

const columnsOf = ({ clock }: Ctx, { names, descriptions }: Input<'createFamily'>['body']) => ({
  name: JSON.stringify(names),
  description: JSON.stringify(descriptions),
  updated_at: clock.now(),
});

const factsOf = ({ name, description }: FamilyRow) => ({ names: name, descriptions: description });

async function audited(
  ctx: Ctx,
  action: AuditAction,
  before: FamilyRow | null,
  after: FamilyRow,
): Promise<AdminFamily> {
  await recordAudit(ctx, {
    action,
    subject: `family:${after.id}`,
    before: before && factsOf(before),
    after: factsOf(after),
  });
  return (await presentAll(ctx, [after]))[0]!;
}

async function presentAll(ctx: Ctx, rows: readonly FamilyRow[]): Promise<AdminFamily[]> {
  const { rows: counts } = await sql<{ id: bigint; goods: number; in_stock: number }>`
    select family_id as id, count(*)::int as goods, count(*) filter (
      where on_sale and exists (select from stock_ranges free where free.goods_id = goods.id))::int as in_stock
    from goods where family_id = any(${idArray(rows.map((row) => row.id))}::bigint[])
    group by family_id`.execute(ctx.db);
  const byId = new Map(counts.map((one) => [one.id, one]));
  return rows.map((row) => ({
    id: String(row.id),
    name: textIn(row.name, ctx.language),
    names: row.name,
    descriptions: row.description,
    goods: byId.get(row.id)?.goods ?? 0,
    in_stock: byId.get(row.id)?.in_stock ?? 0,
  }));
}

/** Refuses an unknown family (notFound). */
async function lockFamily(db: Db, id: bigint): Promise<FamilyRow> {
  const row = await db.selectFrom('families').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? refuse('notFound', 'family');
}

/** Names all families: there are few. */
export const nameFamilies: NameById = async ({ db, language }) =>
  mapNames((await listFamilyRows(db)).map(({ id, name }) => ({ id, name: textIn(name, language) })));
