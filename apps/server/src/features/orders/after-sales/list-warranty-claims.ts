import { type AdminWarrantyClaim, type Data, type Input, type WarrantyClaimState } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/context.ts';
import {
  afterPosition,
  cutPage,
  directionOf,
  readIdPosition,
  type IdPosition,
} from '../../../platform/lists/by-id.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import { presentAdminWarrantyClaims, presentWarrantyClaim } from './warranty-claims.ts';
import {
  countRemedies,
  findWarrantyClaimsOfOrder,
  selectWarrantyClaims,
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

/** By time if a sort is asked for; else open claims, oldest first, and after them the settled ones, newest first. */
export async function listAllWarrantyClaims(
  ctx: Ctx,
  { query }: Input<'listAllWarrantyClaims'>,
): Promise<Data<'listAllWarrantyClaims'>> {
  const { state, limit, cursor, sort } = query;
  if (sort !== undefined) {
    const found = await listWarrantyClaimsByTime(ctx.db, state, readIdPosition(query), limit + 1);
    const { shown, nextCursor } = cutPage(found, limit, sort);
    const items = await presentAdminWarrantyClaims(ctx.db, shown, ctx.language);
    return { items, next_cursor: nextCursor, total: null };
  }
  const position = parsePosition(cursor);
  const wanted = limit + 1;
  const open = state === undefined || state === 'open' ? await readOpen(ctx, position, wanted) : [];
  const settled = state === 'open' ? [] : await readSettled(ctx, position, state, wanted - open.length);
  const rows = [...open, ...settled];
  const shown = rows.slice(0, limit);
  return {
    items: await presentAdminWarrantyClaims(ctx.db, shown, ctx.language),
    next_cursor: rows.length > limit ? formatPosition(shown.at(-1)!) : null,
    total: null,
  };
}

/** The last claim before a page, and whether it is among the open ones. */
type Position = { readonly isOpen: boolean; readonly id: bigint };

const readOpen = async (
  { db }: Ctx,
  position: Position | null,
  limit: number,
): Promise<WarrantyClaimDetailsRow[]> =>
  position?.isOpen === false ? [] : listOpenWarrantyClaims(db, position?.id ?? 0n, limit);

const readSettled = async (
  { db }: Ctx,
  position: Position | null,
  state: WarrantyClaimDetailsRow['state'] | undefined,
  limit: number,
): Promise<WarrantyClaimDetailsRow[]> =>
  limit === 0
    ? []
    : listSettledWarrantyClaims(db, state, position?.isOpen === false ? position.id : undefined, limit);

const formatPosition = ({ state, id }: WarrantyClaimDetailsRow): string =>
  `${state === 'open' ? 'open' : 'settled'}-${id}`;

function parsePosition(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const [, part, id] =
    /^(open|settled)-(\d{1,18})$/.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  return { isOpen: part === 'open', id: BigInt(id!) };
}

/** By time, in the position's direction; of one state if given. */
const listWarrantyClaimsByTime = (
  db: Db,
  state: WarrantyClaimState | undefined,
  position: IdPosition,
  limit: number,
): Promise<WarrantyClaimDetailsRow[]> =>
  selectWarrantyClaims(db)
    .$if(state !== undefined, (query) => query.where('warranty_claims.state', '=', state!))
    .where(afterPosition('warranty_claims.id', position))
    .orderBy('warranty_claims.id', directionOf(position))
    .limit(limit)
    .execute();

/** Oldest first, after the claim with that id. */
const listOpenWarrantyClaims = (db: Db, after: bigint, limit: number): Promise<WarrantyClaimDetailsRow[]> =>
  selectWarrantyClaims(db)
    .where('warranty_claims.state', '=', 'open')
    .where('warranty_claims.id', '>', after)
    .orderBy('warranty_claims.id')
    .limit(limit)
    .execute();

/** Newest first, before the claim with that id; of one state if given. */
const listSettledWarrantyClaims = (
  db: Db,
  state: WarrantyClaimState | undefined,
  before: bigint | undefined,
  limit: number,
): Promise<WarrantyClaimDetailsRow[]> =>
  selectWarrantyClaims(db)
    .where('warranty_claims.state', state ? '=' : '<>', state ?? 'open')
    .$if(before !== undefined, (query) => query.where('warranty_claims.id', '<', before!))
    .orderBy('warranty_claims.id', 'desc')
    .limit(limit)
    .execute();

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
