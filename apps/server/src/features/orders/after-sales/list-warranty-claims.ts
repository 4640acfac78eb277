import type { AdminWarrantyClaim, Data, Input } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/context.ts';
import {
  directionOf,
  findPage,
  readIdPosition,
  type IdPosition,
  type Paging,
} from '../../../platform/lists/by-id.ts';
import { pageOf, writeCursor } from '../../../platform/lists/pages.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import { presentAdminWarrantyClaims, presentWarrantyClaim } from './warranty-claims.ts';
import {
  countRemedies,
  findClaimBounds,
  findClaimIds,
  findWarrantyClaimsOfOrder,
  meetsClaim,
  selectWarrantyClaims,
  type ClaimConditions,
  type ClaimPart,
  type WarrantyClaimDetailsRow,
} from './warranty-claims.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';

/** The claims of an own order, newest first. */
export async function listOrderWarrantyClaims(
  ctx: Ctx,
  { params, query }: Input<'listOrderWarrantyClaims'>,
): Promise<Data<'listOrderWarrantyClaims'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const rows = await findWarrantyClaimsOfOrder(ctx.db, order.id);
  const remedies = await countRemedies(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return pageOf(
    rows.map((row) => presentWarrantyClaim(row, order.order_no, row.itemIds, remedies.get(row.id))),
    query,
  );
}

/** Of the orders of a product, or claimed accounts of a supplier, so many lead to their claims; of more, the list is looked through. */
const MAX_IDS = 2_000;

/** By time if a sort is asked for; else open claims, oldest first, and after them the settled ones, newest first. */
export const listAllWarrantyClaims = (
  ctx: Ctx,
  { query }: Input<'listAllWarrantyClaims'>,
): Promise<Data<'listAllWarrantyClaims'>> => listClaims(ctx, query);

/** The same, through windows other than the usual ones, for tests. */
export async function listClaims(
  ctx: Ctx,
  query: Input<'listAllWarrantyClaims'>['query'],
  { window, most = MAX_IDS }: { readonly window?: bigint; readonly most?: number } = {},
): Promise<Data<'listAllWarrantyClaims'>> {
  const { db, language } = ctx;
  const { limit, cursor, sort, ...filter } = query;
  const search = await planClaimSearch(db, filter, most);
  const read = (state: ClaimPart, position: IdPosition, count: number) =>
    readPart(db, { ...search, state }, { position, limit: count, isIndexed: search.isIndexed, window });
  const present = async (rows: WarrantyClaimDetailsRow[], next: string | null) => ({
    items: await presentAdminWarrantyClaims(db, rows, language),
    next_cursor: next,
    total: null,
  });
  if (sort !== undefined) {
    const { shown, next } = await read(filter.state, readIdPosition(query), limit);
    return present(shown, next === null ? null : writeCursor(String(next), sort));
  }
  const place = parsePosition(cursor);
  const open: WarrantyClaimDetailsRow[] = [];
  if (place?.isOpen !== false && (filter.state === undefined || filter.state === 'open')) {
    const { shown, next } = await read('open', { isAscending: true, past: place?.id }, limit);
    if (next !== null) return present(shown, `open-${next}`);
    open.push(...shown);
  }
  if (filter.state === 'open') return present(open, null);
  const past = place?.isOpen === false ? place.id : undefined;
  const settled = { isAscending: false, past };
  // Whether any follows a page that open ones fill.
  const isFull = open.length === limit;
  const { shown, next } = await read(filter.state ?? 'settled', settled, isFull ? 1 : limit - open.length);
  if (isFull) return present(open, shown.length > 0 || next !== null ? `open-${open.at(-1)!.id}` : null);
  return present([...open, ...shown], next === null ? null : `settled-${next}`);
}

/** The last claim before a page, and whether it is among the open ones. */
type Position = { readonly isOpen: boolean; readonly id: bigint };

function parsePosition(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, part, id] =
    /^(open|settled)-(\d{1,18})$/.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  return { isOpen: part === 'open', id: BigInt(id!) };
}

/** Through an index where the filter has one that finds few; otherwise its claims are looked for part by part. */
async function planClaimSearch(db: Db, filter: ClaimFilter, most: number): Promise<ClaimSearch> {
  const { goods_id: goodsId, supplier_id: supplierId, verdict, user_id: userId } = filter;
  const conditions = {
    goodsId: goodsId === undefined ? undefined : BigInt(goodsId),
    supplierId: supplierId === undefined ? undefined : BigInt(supplierId),
    verdict,
    userId: userId === undefined ? undefined : BigInt(userId),
  };
  const ids = await findClaimIds(db, conditions, most);
  const isIndexed = ids !== null || userId !== undefined || (!goodsId && !supplierId && !verdict);
  return { ...conditions, ids: ids ?? undefined, isIndexed };
}

type ClaimFilter = Omit<Input<'listAllWarrantyClaims'>['query'], 'limit' | 'cursor' | 'sort'>;
type ClaimSearch = ClaimConditions & { readonly isIndexed: boolean };

async function readPart(db: Db, conditions: ClaimConditions & { state: ClaimPart }, paging: Paging) {
  const bounds = await findClaimBounds(db, conditions.state);
  if (bounds === null) return { shown: [], next: null };
  return findPage(bounds, paging, ({ lowest, highest }, count) =>
    selectWarrantyClaims(db)
      .where('warranty_claims.id', '>=', lowest)
      .where('warranty_claims.id', '<=', highest)
      .where(meetsClaim(conditions))
      .orderBy('warranty_claims.id', directionOf(paging.position))
      .limit(count)
      .execute(),
  );
}

const COLUMNS: Columns<AdminWarrantyClaim> = {
  id: (claim) => claim.id,
  created_at: (claim) => claim.created_at,
  order_no: (claim) => claim.order_no,
  username: ({ buyer }) => buyer.username,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  accounts: { number: (claim) => claim.accounts },
  state: (claim) => claim.state,
  replaced: (claim) => claim.replaced,
  refunded: { number: (claim) => claim.refunded },
  reason: (claim) => claim.reason,
  settled_at: (claim) => claim.settled_at,
  settled_by: (claim) => claim.settled_by,
  answer: (claim) => claim.answer,
};

/** The warranty claims of a filter as a file, in the order of the list. */
export const exportWarrantyClaims = (
  ctx: Ctx,
  { query }: Input<'exportWarrantyClaims'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'warranty-claims',
    action: 'claim.export',
    subject: 'claim',
    query,
    columns: COLUMNS,
    readPage: (page) => listAllWarrantyClaims(ctx, { query: { ...query, ...page } }),
  });
