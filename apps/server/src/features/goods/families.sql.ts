import { sql, type Generated, type JSONColumnType, type Selectable } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { findCategories, type CategoryRow, type Texts } from './goods.sql.ts';

export type FamilyRow = Selectable<FamiliesTable>;
export type AttributeRow = Selectable<AttributesTable> & {
  /** In their order. */
  readonly values: readonly ValueRow[];
};
type ValueRow = Selectable<AttributeValuesTable>;
export type GoodsValue = Omit<Selectable<GoodsAttributeValuesTable>, 'goods_id'>;

/** What products are shown with. */
export type GoodsFacts = {
  readonly categories: ReadonlyMap<bigint, CategoryRow>;
  readonly families: ReadonlyMap<bigint, FamilyRow>;
  /** Attribute values by product, in the order of the attributes; products without any are absent. */
  readonly values: ReadonlyMap<bigint, readonly GoodsValue[]>;
};

export async function findGoodsFacts(db: Db, goodsIds: readonly bigint[]): Promise<GoodsFacts> {
  const [categories, families, values] = await Promise.all([
    findCategories(db),
    listFamilyRows(db),
    findGoodsValues(db, goodsIds),
  ]);
  return { categories, families: new Map(families.map((row) => [row.id, row])), values };
}

/** All families; there are few. */
export const listFamilyRows = (db: Db): Promise<FamilyRow[]> =>
  db.selectFrom('families').selectAll().orderBy('id').execute();

export const findFamily = (db: Db, id: bigint): Promise<FamilyRow | undefined> =>
  db.selectFrom('families').selectAll().where('id', '=', id).executeTakeFirst();

export async function findGoodsValues(
  db: Db,
  goodsIds: readonly bigint[],
): Promise<Map<bigint, GoodsValue[]>> {
  const { rows } = await sql<Selectable<GoodsAttributeValuesTable>>`
    select own.* from goods_attribute_values own join attributes attribute on attribute.id = own.attribute_id
    where own.goods_id = any(${idArray(goodsIds)}::bigint[])
    order by attribute.sort, attribute.id`.execute(db);
  const values = new Map<bigint, GoodsValue[]>();
  for (const { goods_id, ...value } of rows) values.set(goods_id, [...(values.get(goods_id) ?? []), value]);
  return values;
}

/** All attributes with their values, in their sort order. */
export async function listAttributeRows(db: Db): Promise<AttributeRow[]> {
  const [attributes, values] = await Promise.all([
    db.selectFrom('attributes').selectAll().orderBy('sort').orderBy('id').execute(),
    db.selectFrom('attribute_values').selectAll().orderBy('sort').orderBy('id').execute(),
  ]);
  const byAttribute = Map.groupBy(values, (value) => value.attribute_id);
  return attributes.map((row) => ({ ...row, values: byAttribute.get(row.id) ?? [] }));
}

type AttributesTable = { id: Generated<bigint>; name: JSONColumnType<Texts>; sort: number };

type AttributeValuesTable = {
  id: Generated<bigint>;
  attribute_id: bigint;
  name: JSONColumnType<Texts>;
  sort: number;
};

type FamiliesTable = {
  id: Generated<bigint>;
  name: JSONColumnType<Texts>;
  description: JSONColumnType<Texts>;
  updated_at: Date;
};

type GoodsAttributeValuesTable = { goods_id: bigint; attribute_id: bigint; value_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    attributes: AttributesTable;
    attribute_values: AttributeValuesTable;
    families: FamiliesTable;
    goods_attribute_values: GoodsAttributeValuesTable;
  }
}
