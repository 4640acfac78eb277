import type { AdminGoods, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listAllGoods } from './list-all-goods.ts';

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
