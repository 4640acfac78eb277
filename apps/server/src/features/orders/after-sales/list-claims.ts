import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { cutPage, readIdPosition } from '../../../platform/http/page-by-id.ts';
import { pageOf } from '../../../platform/http/page-of.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentAdminClaims, presentClaim } from './claims.present.ts';
import {
  countSettledItems,
  findClaimsOfOrder,
  listClaimsByTime,
  listOpenClaims,
  listSettledClaims,
  type KnownClaimRow,
} from './claims.sql.ts';
import { getOwnOrder } from '../listing/read-orders.ts';

/** What was claimed of an own order, newest first. */
export async function listOrderClaims(
  ctx: Ctx,
  { params, query }: Input<'listOrderClaims'>,
): Promise<Data<'listOrderClaims'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const rows = await findClaimsOfOrder(ctx.db, order.id);
  const settled = await countSettledItems(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return pageOf(
    rows.map((row) => presentClaim(row, order.order_no, row.itemIds, settled.get(row.id))),
    query,
  );
}

/**
 * By their time where that is asked for; else open claims, the longest waiting first, and behind them those that
 * were decided, the newest first.
 */
export async function listAllClaims(
  ctx: Ctx,
  { query }: Input<'listAllClaims'>,
): Promise<Data<'listAllClaims'>> {
  requireAction(ctx.actor, 'claim.read');
  const { state, limit, cursor, sort } = query;
  if (sort !== undefined) {
    const found = await listClaimsByTime(ctx.db, state, readIdPosition(query), limit + 1);
    const { shown, nextCursor } = cutPage(found, limit, sort);
    const items = await presentAdminClaims(ctx.db, shown, ctx.language);
    return { items, next_cursor: nextCursor, total: null };
  }
  const place = readPlace(cursor);
  const wanted = limit + 1;
  const open = state === undefined || state === 'open' ? await readOpen(ctx, place, wanted) : [];
  const settled = state === 'open' ? [] : await readSettled(ctx, place, state, wanted - open.length);
  const rows = [...open, ...settled];
  const shown = rows.slice(0, limit);
  return {
    items: await presentAdminClaims(ctx.db, shown, ctx.language),
    next_cursor: rows.length > limit ? placeOf(shown.at(-1)!) : null,
    total: null,
  };
}

/** Behind which claim a page begins, and whether that stands among the open ones. */
type Place = { readonly isOpen: boolean; readonly id: bigint };

const readOpen = async ({ db }: Ctx, place: Place | null, limit: number): Promise<KnownClaimRow[]> =>
  place?.isOpen === false ? [] : listOpenClaims(db, place?.id ?? 0n, limit);

const readSettled = async (
  { db }: Ctx,
  place: Place | null,
  state: KnownClaimRow['state'] | undefined,
  limit: number,
): Promise<KnownClaimRow[]> =>
  limit === 0 ? [] : listSettledClaims(db, state, place?.isOpen === false ? place.id : undefined, limit);

const placeOf = ({ state, id }: KnownClaimRow): string => `${state === 'open' ? 'open' : 'settled'}-${id}`;

function readPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [, part, id] = /^(open|settled)-(\d{1,18})$/.exec(cursor) ?? refuse('invalidFormat', 'cursor');
  return { isOpen: part === 'open', id: BigInt(id!) };
}
