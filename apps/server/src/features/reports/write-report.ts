import { paths, type Data, type Input, type Report } from '@portside/contract';
import type { NoticeWay } from '@portside/contract/notices/notices';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findItemsByText, findKnownIds, withdrawItems } from '../stock/index.ts';
import { presentReport } from './list-reports.ts';
import { findReport, getReport } from './reports.sql.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { addressBlock } from '../../platform/ip-address.ts';
import { notifyStaff, type Told } from '../notices/index.ts';
import { foldName } from '../users/index.ts';

/**
 * Upholds a takedown request: the unsold ones of the named accounts are withdrawn in the same transaction. Refuses an
 * unknown request (notFound), one settled before (proposalSettled), and named accounts of which none was ever in the
 * shop (dataDoesNotExist), so that a typing mistake does not settle the request.
 */
export async function upholdReport(
  ctx: Ctx,
  { params, body }: Input<'upholdReport'>,
): Promise<Data<'upholdReport'>> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    await lockOpen(step, id);
    const { found, withdrawn } = await takeDown(step, body, `report ${id}`);
    if (body.lines.length + body.item_ids.length > 0 && found === 0)
      refuse('dataDoesNotExist', 'none of the accounts');
    const report = await settle(step, id, { state: 'upheld', reason: body.reason, withdrawn, found });
    return { ...report, found };
  });
}

/** Rejects a takedown request. Refuses an unknown one (notFound) and one settled before (proposalSettled). */
export async function refuseReport(ctx: Ctx, { params, body }: Input<'refuseReport'>): Promise<Report> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    await lockOpen(step, id);
    return settle(step, id, { state: 'refused', reason: body.reason, withdrawn: 0, found: 0 });
  });
}

async function lockOpen({ db }: Ctx, id: bigint): Promise<void> {
  const { state } =
    (await db.selectFrom('reports').select('state').where('id', '=', id).forUpdate().executeTakeFirst()) ??
    refuse('notFound');
  if (state !== 'open') refuse('proposalSettled');
}

/**
 * Withdraws the unsold ones of the accounts; returns how many of them were ever in the shop, and how many withdrawn.
 * Refuses callers who may not find and withdraw stock themselves (noPermission).
 */
async function takeDown(
  ctx: Ctx,
  { lines, item_ids: named }: Pick<Input<'upholdReport'>['body'], 'lines' | 'item_ids'>,
  reason: string,
): Promise<{ found: number; withdrawn: number }> {
  if (lines.length + named.length === 0) return { found: 0, withdrawn: 0 };
  requireAction(ctx.actor, paths.findItems[2]);
  requireAction(ctx.actor, paths.withdrawStock[2]);
  const byText = lines.length === 0 ? [] : await findItemsByText(ctx, lines);
  const byId = named.length === 0 ? [] : await findKnownIds(ctx.db, named.map(BigInt));
  const known = new Set([...byText, ...byId].filter((item) => item !== null));
  const items = [...known].map((item) => ({ firstId: item, endId: item + 1n }));
  return { found: items.length, withdrawn: await withdrawItems(ctx, { items, reason }) };
}

type Outcome = {
  readonly state: 'upheld' | 'refused';
  readonly reason: string;
  readonly withdrawn: number;
  readonly found: number;
};

async function settle(ctx: Ctx, id: bigint, { state, reason, withdrawn, found }: Outcome): Promise<Report> {
  const { db, clock, actor } = ctx;
  const settled_by = actor.kind === 'user' ? actor.userId : null;
  await db
    .updateTable('reports')
    .set({ state, reason, withdrawn, settled_by, settled_at: clock.now() })
    .where('id', '=', id)
    .execute();
  const row = await getReport(db, id);
  await recordAudit(ctx, {
    action: `report.${state === 'upheld' ? 'uphold' : 'refuse'}`,
    subject: `report:${id}`,
    before: { state: 'open' },
    after: { state, reason, found, withdrawn },
  });
  return presentReport(row);
}

const MAX_A_DAY = 20;

/**
 * Anyone may request that an account is taken down. Stock is not read, so that the answer does not reveal what the shop
 * has. Refuses an address with too many requests in a day (tooManyTries).
 */
export async function createReport(ctx: Ctx, { body }: Pick<Input<'createReport'>, 'body'>): Promise<null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const address = addressBlock(ctx.address);
  const { count } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('address', '=', address)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (count >= MAX_A_DAY) refuse('tooManyTries', 'reports in a day');
  const open = { settled_by: null, settled_at: null, reason: null };
  const emailKey = foldName(body.email);
  await inTransaction(ctx, async (step) => {
    const earlier = await step.db
      .selectFrom('reports')
      .select('id')
      .where('email_key', '=', emailKey)
      .where('state', '=', 'open')
      .limit(1)
      .executeTakeFirst();
    const { id } = await step.db
      .insertInto('reports')
      .values({ ...body, email_key: emailKey, address, created_at: now, ...open })
      .returning('id')
      .executeTakeFirstOrThrow();
    const again = { about: `from:${emailKey}`, isCovered: earlier !== undefined };
    await notifyStaff(step, { event: 'reportReceived', reference: id, ...again });
  });
  return null;
}

/** What tells staff of a takedown request, to Telegram without its sender's address; null once it is settled. */
export async function readReportReceived({ db }: Ctx, id: bigint, way: NoticeWay): Promise<Told | null> {
  const report = await findReport(db, id);
  if (!report || (way !== 'page' && report.state !== 'open')) return null;
  const from = way === 'telegram' ? '' : report.email;
  return { event: 'reportReceived', facts: { from }, path: '/admin/goods?tab=reports' };
}
