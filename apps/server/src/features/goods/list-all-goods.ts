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
import { presentAdminGoods } from './goods.present.ts';
import { findGoodsFacts } from './families.sql.ts';
import { findGoods, listGoodsRows, type GoodsRow } from './goods.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

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
  const facts = await findGoodsFacts(ctx.db, ids);
  return rows.map((row) => presentAdminGoods(row, facts, counts.get(row.id), ctx.language));
}

type Exported = AdminGoods & { readonly level_ids: string };

const COLUMNS: Columns<Exported> = {
  id: (goods) => goods.id,
  created_at: (goods) => goods.created_at,
  name: (goods) => goods.name,
  category_id: ({ category }) => category.id,
  category: ({ category }) => category.name,
  on_sale: (goods) => goods.on_sale,
  price: { number: (goods) => goods.price },
  price_tiers: ({ price_tiers: tiers }) =>
    tiers.map(({ min_quantity: from, price }) => `${from}: ${price}`).join('; '),
  floor: { number: (goods) => goods.floor },
  min_quantity: { number: (goods) => goods.min_quantity },
  max_quantity: { number: (goods) => goods.max_quantity },
  genders: (goods) => goods.genders.join(' '),
  warranty_hours: (goods) => goods.warranty_hours,
  stock: { number: (goods) => goods.stock },
  stock_male: { number: (goods) => goods.stock_by_gender.male },
  stock_female: { number: (goods) => goods.stock_by_gender.female },
  stock_unspecified: { number: (goods) => goods.stock_by_gender.unspecified },
  sort_order: (goods) => goods.sort,
  visibility: (goods) => goods.visibility,
  level_ids: (goods) => goods.level_ids,
};

/** The products that pass a filter with their stock as a file that `applyCatalogue` reads again, in their sort order. */
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
    readPage: async (page) => {
      const { items, ...rest } = await listAllGoods(ctx, { query: { ...query, ...page } });
      const rows = await findGoods(
        ctx.db,
        items.map(({ id }) => BigInt(id)),
      );
      const levelsOf = (id: string): string => rows.get(BigInt(id))?.level_ids.join(' ') ?? '';
      return { ...rest, items: items.map((goods) => ({ ...goods, level_ids: levelsOf(goods.id) })) };
    },
  });

/** Products by their names, in the reader’s language or another. */
export const nameGoods: NameById = async ({ db, language }, ids) => {
  const goods = [...(await findGoods(db, ids)).values()];
  return mapNames(goods.map(({ id, name }) => ({ id, name: textIn(name, language) })));
};
