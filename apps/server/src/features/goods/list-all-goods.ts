import {
  parseMicro,
  type AdminGoods,
  type Data,
  type Input,
  type SortColumn,
  textIn,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { countStock } from '../stock/index.ts';
import { presentAdminCategory, presentAdminGoods } from './goods.present.ts';
import { findCountedCategories } from './categories.ts';
import { findGoods, listCategoryRows, listGoodsRows, type GoodsRow } from './goods.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

/** All categories in all languages, in their sort order. */
export async function listAllCategories(
  ctx: Ctx,
  { query }: Input<'listAllCategories'>,
): Promise<Data<'listAllCategories'>> {
  const rows = await findCountedCategories(ctx.db);
  return pageOf(
    rows.map((row) => presentAdminCategory(row, ctx.language)),
    query,
  );
}

/** Products on sale or not, in their sort order unless another sort is asked for. */
export async function listAllGoods(
  ctx: Ctx,
  { query }: Input<'listAllGoods'>,
): Promise<Data<'listAllGoods'>> {
  const rows = await listGoodsRows(ctx.db, {
    categoryId: query.category === undefined ? undefined : BigInt(query.category),
    words: query.q,
    isOnSale: query.on_sale === undefined ? undefined : query.on_sale === 'true',
  });
  if (query.sort === undefined) {
    const { items, ...rest } = pageOf(rows, query);
    return { items: await presentAllGoods(ctx, items), ...rest };
  }
  return pageOf(sortRows(await presentAllGoods(ctx, rows), query.sort, KEYS, ctx.language), query);
}

const KEYS: SortKeys<AdminGoods, SortColumn<'listAllGoods'>> = {
  name: (goods) => goods.name,
  category: (goods) => goods.category.name,
  price: (goods) => parseMicro(goods.price),
  stock: (goods) => goods.stock,
  warranty_hours: (goods) => goods.warranty_hours,
  sort: (goods) => goods.sort,
  created_at: (goods) => Date.parse(goods.created_at),
};

/** A product, on sale or not. Refuses an unknown one (notFound). */
export async function readAnyGoods(ctx: Ctx, { params }: Input<'readAnyGoods'>): Promise<AdminGoods> {
  const id = BigInt(params.id);
  const row = (await findGoods(ctx.db, [id])).get(id) ?? refuse('notFound', 'goods');
  const [shown] = await presentAllGoods(ctx, [row]);
  return shown!;
}

/** Products as the back office sees them. */
export async function presentAllGoods(ctx: Ctx, rows: readonly GoodsRow[]): Promise<AdminGoods[]> {
  const ids = rows.map((row) => row.id);
  const counts = await countStock(ctx.db, ids);
  const categories = new Map((await listCategoryRows(ctx.db)).map((row) => [row.id, row]));
  return rows.map((row) =>
    presentAdminGoods(row, categories.get(row.category_id)!, counts.get(row.id), ctx.language),
  );
}

const COLUMNS: Columns<AdminGoods> = {
  id: (goods) => goods.id,
  created_at: (goods) => goods.created_at,
  name: (goods) => goods.name,
  category_id: ({ category }) => category.id,
  category: ({ category }) => category.name,
  on_sale: (goods) => goods.on_sale,
  price: (goods) => goods.price,
  price_tiers: ({ price_tiers: tiers }) =>
    tiers.map(({ min_quantity: from, price }) => `${from}: ${price}`).join('; '),
  min_quantity: (goods) => goods.min_quantity,
  max_quantity: (goods) => goods.max_quantity,
  genders: (goods) => goods.genders.join(' '),
  warranty_hours: (goods) => goods.warranty_hours,
  stock: (goods) => goods.stock,
  stock_male: (goods) => goods.stock_by_gender.male,
  stock_female: (goods) => goods.stock_by_gender.female,
  stock_unspecified: (goods) => goods.stock_by_gender.unspecified,
  sort_order: (goods) => goods.sort,
};

/** The products that pass a filter with their stock as a CSV file, in their sort order. */
export const exportGoods = (
  ctx: Ctx,
  { query }: Input<'exportGoods'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'products',
    action: 'goods.export',
    subject: 'goods',
    query,
    columns: COLUMNS,
    readPage: (page) => listAllGoods(ctx, { query: { ...query, ...page } }),
  });

/** Products by their names, in the reader’s language or another. */
export const nameGoods: NameById = async ({ db, language }, ids) => {
  const goods = [...(await findGoods(db, ids)).values()];
  return mapNames(goods.map(({ id, name }) => ({ id, name: textIn(name, language) })));
};

/** Names all categories: there are few. */
export const nameCategories: NameById = async ({ db, language }) =>
  mapNames((await listCategoryRows(db)).map(({ id, name }) => ({ id, name: textIn(name, language) })));
