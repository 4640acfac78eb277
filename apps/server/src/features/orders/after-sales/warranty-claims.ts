import {
  type Input,
  type WarrantyClaim,
  type AdminWarrantyClaim,
  type WarrantyClaimState,
  textIn,
  type Language,
} from '@portside/contract';
import type { NoticeWay } from '@portside/contract/notices/notices';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { warrantyEndOf } from '../order-states.ts';
import { pickItems } from './select-items.ts';
import {
  countRemedies,
  findWarrantyClaim,
  NO_REMEDIES,
  settleWarrantyClaim,
  type WarrantyClaimDetailsRow,
  type WarrantyClaimRow,
  type RemedyCounts,
} from './warranty-claims.sql.ts';
import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { listPermissionHolders } from '../../approvals/index.ts';
import { orderName } from '../orders.present.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods } from '../../goods/index.ts';
import { notify, notifyStaff, type Told } from '../../notices/index.ts';

/**
 * The buyer reports dead accounts of an own order, each account once. Refuses accounts that are not in the order
 * (notFound), were claimed before (itemClaimed) or are already replaced or refunded (itemSettled), an order whose
 * warranty is over (warrantyOver) and one whose account data is erased (accountsDeleted).
 */
export async function createWarrantyClaim(
  ctx: Ctx,
  { params, body }: Input<'createWarrantyClaim'>,
): Promise<WarrantyClaim> {
  const claim = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getOwnOrder(step, params.order_no)).id);
    requireWarranty(order, clock.now());
    const items = pickItems(await findSoldItems(db, order.id), body.item_ids.map(BigInt));
    if (items.some(({ claimId }) => claimId !== null)) refuse('itemClaimed');
    if (items.some(({ state }) => state !== 'good')) refuse('itemSettled');
    const itemIds = items.map(({ id }) => id);
    const { reason } = body;
    const row = await insertWarrantyClaim(
      db,
      { order_id: order.id, user_id: order.user_id, reason, created_at: clock.now() },
      itemIds,
    );
    await recordTimelineEntry(step, order, { kind: 'claimed', quantity: items.length, note: reason });
    await publishWarrantyClaims(step, order, [row.id], row.state);
    await step.events.announce(step, 'warrantyClaimOpened', { ...orderName(order), claimId: row.id });
    await notifyStaff(step, { event: 'claimOpened', reference: row.id });
    crashPoint('claim: before commit');
    return presentWarrantyClaim(row, order.order_no, itemIds);
  });
  crashPoint('claim: after commit');
  return claim;
}

/**
 * Claims all accounts of an own order that were neither claimed nor remedied, for callers that cannot name any. Refuses
 * like `createWarrantyClaim`, and an order without such accounts (itemClaimed).
 */
export async function claimWholeOrder(ctx: Ctx, orderNo: string, reason: string): Promise<WarrantyClaim> {
  const order = await getOwnOrder(ctx, orderNo);
  requireWarranty(order, ctx.clock.now());
  const items = await findSoldItems(ctx.db, order.id);
  const ids = items
    .filter(({ state, claimId }) => state === 'good' && claimId === null)
    .map(({ id }) => `${id}`);
  if (ids.length === 0) refuse('itemClaimed');
  return createWarrantyClaim(ctx, { params: { order_no: orderNo }, body: { item_ids: ids, reason } });
}

/** What became of an own claim. Refuses an unknown one and somebody else's alike (notFound). */
export async function readOwnClaimState(ctx: Ctx, id: bigint): Promise<WarrantyClaimState> {
  const { userId } = requireUser(ctx.actor);
  const claim = await findWarrantyClaim(ctx.db, id);
  return claim?.user_id === userId ? claim.state : refuse('notFound');
}

type NewWarrantyClaim = Pick<WarrantyClaimRow, 'order_id' | 'user_id' | 'reason' | 'created_at'>;

/** Throws if one of the items was claimed before. */
async function insertWarrantyClaim(
  db: Db,
  claim: NewWarrantyClaim,
  itemIds: readonly bigint[],
): Promise<WarrantyClaimRow> {
  const row = await db
    .insertInto('warranty_claims')
    .values({ ...claim, quantity: itemIds.length })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`
    insert into warranty_claim_items (item_id, claim_id)
    select unnest(${idArray(itemIds)}::bigint[]), ${row.id}::bigint`.execute(db);
  return row;
}

function requireWarranty(order: OrderRow, now: Date): void {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const end = warrantyEndOf(order);
  if (end === null || end <= now) refuse('warrantyOver');
}

/**
 * Refuses what is left of an open claim, with a reason that the buyer reads. Refuses an unknown claim (notFound) and
 * one that is settled (claimSettled).
 */
export async function refuseWarrantyClaim(
  ctx: Ctx,
  { params, body }: Input<'refuseWarrantyClaim'>,
): Promise<AdminWarrantyClaim> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getClaim(step, BigInt(params.id))).order_id);
    const claim = await getClaim(step, BigInt(params.id));
    if (claim.state !== 'open') refuse('claimSettled');
    const { reason: answer } = body;
    await settleWarrantyClaim(db, claim.id, {
      state: 'refused',
      answer,
      settledBy: userId,
      now: clock.now(),
    });
    const quantity = await countUnremedied(step, claim);
    await recordTimelineEntry(step, order, { kind: 'claimRefused', quantity, note: answer });
    await publishWarrantyClaims(step, order, [claim.id], 'refused');
    await notify(step, { userId: order.user_id, event: 'claimRefused', reference: claim.id });
    await recordAudit(step, {
      action: 'claim.refuse',
      subject: `claim:${claim.id}`,
      after: { order: order.order_no, accounts: quantity, reason: answer },
    });
    const [refused] = await presentAdminWarrantyClaims(db, [await getClaim(step, claim.id)], ctx.language);
    return refused!;
  });
}

/** What tells the buyer of a refused claim, with the answer. Replacements and refunds are told on their own. */
export async function readClaimRefused(ctx: Ctx, claimId: bigint): Promise<Told | null> {
  const claim = await findWarrantyClaim(ctx.db, claimId);
  if (!claim) return null;
  const accounts = await countRefused(ctx, claim);
  const facts = { orderNo: claim.order_no, accounts, answer: claim.answer };
  return { userId: claim.user_id, event: 'claimRefused', facts, path: `/order/${claim.order_no}` };
}

/** What tells staff of a claim, with the buyer's words on the page only; null once it is settled. */
export async function readClaimOpened(ctx: Ctx, claimId: bigint, way: NoticeWay): Promise<Told | null> {
  const claim = await findWarrantyClaim(ctx.db, claimId);
  if (!claim || (way !== 'page' && claim.state !== 'open')) return null;
  const { order_no: orderNo, buyer, quantity: accounts } = claim;
  const facts = { orderNo, buyer, accounts, reason: way === 'page' ? claim.reason : '' };
  return { event: 'claimOpened', facts, path: '/admin/order?tab=claims' };
}

const getClaim = async ({ db }: Ctx, id: bigint): Promise<WarrantyClaimDetailsRow> =>
  (await findWarrantyClaim(db, id)) ?? refuse('notFound');

/** Items of the claim that were neither replaced nor refunded. */
async function countUnremedied({ db }: Ctx, { id, quantity }: WarrantyClaimDetailsRow): Promise<number> {
  const { replaced, refunded } = (await countRemedies(db, [id])).get(id) ?? NO_REMEDIES;
  return quantity - replaced - refunded;
}

/** Items of a refused claim that it was refused for; some may have been replaced or refunded since. */
async function countRefused({ db }: Ctx, claim: WarrantyClaimDetailsRow): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    select count(*)::int as before from warranty_claim_items item
    join remedied_items remedied on remedied.item_id = item.item_id
    join order_timeline entry on entry.id = remedied.timeline_id
    where item.claim_id = ${claim.id} and entry.at <= ${claim.settled_at}`.execute(db);
  return claim.quantity - rows[0]!.before;
}

type NamedOrder = Pick<OrderRow, 'id' | 'order_no' | 'user_id'>;

/**
 * Publishes the new state of claims of an order to its buyer and to the admins who may read claims; a decided one
 * is announced too.
 */
export async function publishWarrantyClaims(
  ctx: Ctx,
  order: NamedOrder,
  ids: readonly bigint[],
  state: WarrantyClaimState,
): Promise<void> {
  const { db, events, live } = ctx;
  if (ids.length === 0) return;
  if (state !== 'open')
    for (const claimId of ids)
      await events.announce(ctx, 'warrantyClaimSettled', { ...orderName(order), claimId, state });
  const readers = new Set([order.user_id, ...(await listPermissionHolders(db, 'claim.read'))]);
  for (const id of ids) {
    const data = { id: id.toString(), order_no: order.order_no, state };
    for (const to of readers) live.publish({ to, name: 'claim', data });
  }
}

const presentShared = (row: WarrantyClaimRow, orderNo: string, remedies: RemedyCounts) => ({
  id: row.id.toString(),
  order_no: orderNo,
  state: row.state,
  reason: row.reason,
  accounts: row.quantity,
  ...remedies,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  answer: row.answer,
});

export const presentWarrantyClaim = (
  row: WarrantyClaimRow,
  orderNo: string,
  itemIds: readonly bigint[],
  remedies = NO_REMEDIES,
): WarrantyClaim => ({
  ...presentShared(row, orderNo, remedies),
  item_ids: itemIds.map(String),
});

export async function presentAdminWarrantyClaims(
  db: Db,
  rows: readonly WarrantyClaimDetailsRow[],
  language: Language,
): Promise<AdminWarrantyClaim[]> {
  const [goods, remedies] = await Promise.all([
    findGoods(db, [...new Set(rows.map((row) => row.goods_id))]),
    countRemedies(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    ...presentShared(row, row.order_no, remedies.get(row.id) ?? NO_REMEDIES),
    goods: { id: row.goods_id.toString(), name: textIn(goods.get(row.goods_id)!.name, language) },
    buyer: { id: row.user_id.toString(), username: row.buyer },
    settled_by: row.settler,
  }));
}
