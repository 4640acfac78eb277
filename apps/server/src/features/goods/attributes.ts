import { textIn, type AdminAttribute, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { mapNames, recordAudit, type NameById } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { listAttributeRows, type AttributeRow } from './families.sql.ts';
import { presentAttribute } from './goods.present.ts';

/** Attributes with those of their values that products in the list have, in their sort order. */
export async function listAttributes(
  ctx: Ctx,
  { query }: Input<'listAttributes'>,
): Promise<Data<'listAttributes'>> {
  const listed = new Set(await findListedValues(ctx.db));
  const shown = (await listAttributeRows(ctx.db)).flatMap((row) => {
    const values = row.values.filter(({ id }) => listed.has(id));
    return values.length > 0 ? [presentAttribute({ ...row, values }, ctx.language)] : [];
  });
  return pageOf(shown, query);
}

async function findListedValues(db: Db): Promise<bigint[]> {
  const { rows } = await sql<{ value_id: bigint }>`
    select distinct own.value_id from goods_attribute_values own
    join goods on goods.id = own.goods_id and goods.on_sale and goods.visibility = 'everybody'`.execute(db);
  return rows.map((row) => row.value_id);
}

/** The same in all languages, with how many products have each value. */
export async function listAllAttributes(
  ctx: Ctx,
  { query }: Input<'listAllAttributes'>,
): Promise<Data<'listAllAttributes'>> {
  return pageOf(await presentAll(ctx, await listAttributeRows(ctx.db)), query);
}

type Body = Input<'createAttribute'>['body'];

/** A new attribute with values that no product has yet. Refuses a value with an id (parameterError). */
export async function createAttribute(ctx: Ctx, { body }: Input<'createAttribute'>): Promise<AdminAttribute> {
  return inTransaction(ctx, async (step) => {
    const { id } = await step.db
      .insertInto('attributes')
      .values({ name: JSON.stringify(body.names), sort: body.sort })
      .returning('id')
      .executeTakeFirstOrThrow();
    return replaceValues(step, id, body, null);
  });
}

/**
 * Replaces an attribute's names, order and values; those with an id are renamed, those that are missing deleted. Refuses
 * an unknown attribute (notFound), a value that is not its own or named twice (parameterError), and the deletion of one
 * that a product has (attributeInUse).
 */
export async function updateAttribute(
  ctx: Ctx,
  { params, body }: Input<'updateAttribute'>,
): Promise<AdminAttribute> {
  return inTransaction(ctx, async (step) => {
    const before = await lockAttribute(step.db, BigInt(params.id));
    await step.db
      .updateTable('attributes')
      .set({ name: JSON.stringify(body.names), sort: body.sort })
      .where('id', '=', before.id)
      .execute();
    return replaceValues(step, before.id, body, before);
  });
}

/** Refuses an unknown attribute (notFound) and one that a product has (attributeInUse). */
export async function deleteAttribute(ctx: Ctx, { params }: Input<'deleteAttribute'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockAttribute(step.db, BigInt(params.id));
    await step.db.deleteFrom('attributes').where('id', '=', before.id).execute().catch(refuseUsed);
    await recordAudit(step, {
      action: 'attribute.delete',
      subject: `attribute:${before.id}`,
      before: factsOf(before),
      after: null,
    });
    return null;
  });
}

async function replaceValues(
  step: Ctx,
  attributeId: bigint,
  { values }: Body,
  before: AttributeRow | null,
): Promise<AdminAttribute> {
  const { db } = step;
  const kept = values.flatMap(({ id }) => (id === undefined ? [] : [BigInt(id)]));
  const own = new Set(before?.values.map(({ id }) => id));
  if (new Set(kept).size < kept.length || kept.some((id) => !own.has(id)))
    refuseField('parameterError', 'values', 'wrong');
  await sql`
    delete from attribute_values
    where attribute_id = ${attributeId} and id <> all(${idArray(kept)}::bigint[])`
    .execute(db)
    .catch(refuseUsed);
  for (const [sort, { id, names }] of values.entries()) {
    const value = { name: JSON.stringify(names), sort };
    await (id === undefined
      ? db
          .insertInto('attribute_values')
          .values({ ...value, attribute_id: attributeId })
          .execute()
      : db.updateTable('attribute_values').set(value).where('id', '=', BigInt(id)).execute());
  }
  const after = await getAttribute(db, attributeId);
  await recordAudit(step, {
    action: before === null ? 'attribute.create' : 'attribute.update',
    subject: `attribute:${attributeId}`,
    before: before && factsOf(before),
    after: factsOf(after),
  });
  return (await presentAll(step, [after]))[0]!;
}

function refuseUsed(error: unknown): never {
  if (brokenConstraint(error) === 'goods_attribute_values_known') refuse('attributeInUse');
  throw error;
}

const factsOf = ({ name, sort, values }: AttributeRow) => ({
  names: name,
  sort,
  values: values.map((value) => ({ id: value.id, names: value.name })),
});

async function presentAll(ctx: Ctx, rows: readonly AttributeRow[]): Promise<AdminAttribute[]> {
  const { rows: used } = await sql<{ value_id: bigint; goods: number }>`
    select value_id, count(*)::int as goods from goods_attribute_values group by value_id`.execute(ctx.db);
  const counts = new Map(used.map(({ value_id, goods }) => [value_id, goods]));
  return rows.map((row) => ({
    id: String(row.id),
    name: textIn(row.name, ctx.language),
    names: row.name,
    sort: row.sort,
    values: row.values.map(({ id, name }) => ({
      id: String(id),
      name: textIn(name, ctx.language),
      names: name,
      goods: counts.get(id) ?? 0,
    })),
  }));
}

/** Refuses an unknown attribute (notFound). */
async function lockAttribute(db: Db, id: bigint): Promise<AttributeRow> {
  await db.selectFrom('attributes').select('id').where('id', '=', id).forUpdate().execute();
  return getAttribute(db, id);
}

const getAttribute = async (db: Db, id: bigint): Promise<AttributeRow> =>
  (await listAttributeRows(db)).find((row) => row.id === id) ?? refuse('notFound', 'attribute');

/** Names all attributes: there are few. */
export const nameAttributes: NameById = async ({ db, language }) =>
  mapNames((await listAttributeRows(db)).map(({ id, name }) => ({ id, name: textIn(name, language) })));
