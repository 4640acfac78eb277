import type { FastifyReply } from 'fastify';
import {
  CHECK_RESULTS,
  textIn,
  type CHECK_OUTCOMES,
  type CheckedAccount,
  type CheckFailure,
  type CheckResult,
  type Data,
  type Input,
} from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuseField } from '../../platform/refusal.ts';
import { findGoods } from '../goods/index.ts';
import { keepFromSale, nextToSell, release, sampleItems } from '../stock/index.ts';
import { countsIn, findCheckerOf } from './checker.ts';

export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** An import is on sale by then, whatever the endpoint does. */
const IMPORT_WAITS_MS = 5 * MINUTE_MS;
const CLAIM_WAITS_MS = HOUR_MS;

/** Attempts at an account; then it stays unknown. */
export const MOST_ATTEMPTS = 2;

/** Of a claim, so many accounts are checked. */
const MOST_OF_CLAIM = 200;

/** An import of a product that is checked is kept from sale until its sample was. */
export async function onImportOpened(
  { db }: Ctx,
  { batchId, goodsId }: EventPayloads['importOpened'],
): Promise<void> {
  const checker = await findCheckerOf(db, goodsId);
  if (checker && checker.sample_size > 0) await keepFromSale(db, batchId, 'check');
}

/** Accounts that a buyer claims are checked, those of each product that is. */
export async function onWarrantyClaimOpened(
  ctx: Ctx,
  { claimId, orderId, userId }: EventPayloads['warrantyClaimOpened'],
): Promise<void> {
  const { db } = ctx;
  const order = await db
    .selectFrom('orders')
    .select('goods_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const checker = await findCheckerOf(db, order.goods_id);
  if (!checker?.checks_claims) return;
  const items = await db
    .selectFrom('warranty_claim_items')
    .select('item_id')
    .where('claim_id', '=', claimId)
    .orderBy('item_id')
    .limit(MOST_OF_CLAIM)
    .execute();
  await startRun(
    ctx,
    { kind: 'claim', subjectId: claimId, goodsId: order.goods_id, userId },
    items.map(({ item_id: id }) => id),
  );
}

type ImportToStart = { readonly id: bigint; readonly goodsId: bigint; readonly waitsFor: string };

/**
 * Has samples of whole imports checked that wait, once none of their lines is held. One that cannot be checked any more
 * is put on sale, unless it waits for an operator. One that fails does not keep the others waiting.
 */
export async function startImportChecks(ctx: Ctx): Promise<void> {
  const { rows } = await sql<ImportToStart>`
    select batch.id, batch.goods_id as "goodsId", waits_for as "waitsFor"
    from stock_batches batch
    left join checkers on is_on and sample_size > 0
      and exists (select from checked_goods own where own.goods_id = batch.goods_id)
    where batch.id in (select batch_id from stock_waiting_ranges) and batch.state = 'done'
      and not exists (select from check_runs where kind = 'import' and subject_id = batch.id)
      and case when checkers.id is null then waits_for = 'check' else held_accounts + held_logins = 0 end
    order by batch.id`.execute(ctx.db);
  for (const waiting of rows)
    try {
      await inTransaction(ctx, (step) => startImportCheck(step, waiting));
    } catch (error) {
      ctx.log.error({ err: error, batchId: String(waiting.id) }, 'an import could not be checked');
    }
}

async function startImportCheck(ctx: Ctx, { id, goodsId, waitsFor }: ImportToStart): Promise<void> {
  const checker = await findCheckerOf(ctx.db, goodsId);
  const items = checker ? await sampleItems(ctx.db, id, checker.sample_size) : [];
  if (items.length > 0) await startRun(ctx, { kind: 'import', subjectId: id, goodsId, userId: null }, items);
  else if (waitsFor === 'check') await release(ctx, id);
}

/** After so long an account that is still unsold is checked again. */
const AGAIN_MS = 7 * DAY_MS;
const STARTED_AT_ONCE = 200;

/** Has accounts checked that are sold next, and were not of late: no order waits for that. */
export async function startStockChecks({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const { ahead = 0 } =
    (await db.selectFrom('checkers').select('ahead').where('is_on', '=', true).executeTakeFirst()) ?? {};
  if (ahead === 0) return { more: false };
  const now = clock.now();
  const since = new Date(now.getTime() - AGAIN_MS);
  const ends = new Date(now.getTime() + CLAIM_WAITS_MS);
  await sql`
    with wanted as materialized (
      select * from (${nextToSell(sql`select goods_id from checked_goods`, ahead)}) as item
      where not exists (
        select from account_checks one where one.item_id = item.id
          and (one.attempted_at > ${since} or one.result is null))
      limit ${STARTED_AT_ONCE}),
    run as (
      insert into check_runs (kind, subject_id, created_at, ends_at)
      select 'stock', id, ${now}, ${ends} from wanted
      on conflict (kind, subject_id) do update set ends_at = ${ends}, outcome = null, ended_at = null
        where check_runs.ended_at is not null
      returning id, subject_id)
    insert into account_checks (run_id, item_id, goods_id, next_at)
    select run.id, wanted.id, wanted.goods_id, ${now} from run join wanted on wanted.id = run.subject_id
    on conflict (run_id, item_id) do update
      set goods_id = excluded.goods_id, result = null, failure = null, attempts = 0, next_at = ${now}`.execute(
    db,
  );
  return { more: false };
}

type NewRun = {
  readonly kind: RunKind;
  readonly subjectId: bigint;
  readonly goodsId: bigint;
  /** Who claims the accounts. */
  readonly userId: bigint | null;
};

/** Nothing if another process has begun it. */
async function startRun(
  { db, clock }: Ctx,
  { kind, subjectId, goodsId, userId }: NewRun,
  itemIds: readonly bigint[],
): Promise<void> {
  const now = clock.now();
  const wait = kind === 'import' ? IMPORT_WAITS_MS : CLAIM_WAITS_MS;
  const run = await db
    .insertInto('check_runs')
    .values({ kind, subject_id: subjectId, created_at: now, ends_at: new Date(now.getTime() + wait) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!run) return;
  await sql`
    insert into account_checks (run_id, item_id, goods_id, supplier_id, user_id, next_at)
    select ${run.id}::bigint, item.id, ${goodsId}::bigint, batch.supplier_id, ${userId}::bigint, ${now}
    from unnest(${idArray(itemIds)}::bigint[]) as item (id)
    cross join lateral (
      select batch_id from stock_batch_ranges where first_id <= item.id order by first_id desc limit 1) own
    join stock_batches batch on batch.id = own.batch_id`.execute(db);
}

/** Accounts of an import that its sample found dead. */
export async function findDeadOf(db: Db, batchId: bigint): Promise<bigint[]> {
  const rows = await selectChecks(db)
    .select('item_id')
    .where('kind', '=', 'import')
    .where('subject_id', '=', batchId)
    .where('result', '=', 'dead')
    .orderBy('item_id')
    .execute();
  return rows.map(({ item_id: id }) => id);
}

const selectChecks = (db: Db) =>
  db.selectFrom('account_checks').innerJoin('check_runs', 'check_runs.id', 'run_id');

/** What was found of accounts that were claimed of an order. */
export async function listAccountChecks(
  { db }: Ctx,
  { params, query }: Input<'listAccountChecks'>,
): Promise<Data<'listAccountChecks'>> {
  const rows = await selectChecks(db)
    .innerJoin('warranty_claims', 'warranty_claims.id', 'subject_id')
    .innerJoin('orders', 'orders.id', 'warranty_claims.order_id')
    .select(['item_id', 'subject_id', 'result', 'outcome'])
    .where('check_runs.kind', '=', 'claim')
    .where('order_no', '=', params.order_no)
    .orderBy('item_id')
    .execute();
  return pageOf(
    rows.map(({ item_id: id, subject_id: claimId, result, outcome }) => ({
      item_id: String(id),
      claim_id: String(claimId),
      result,
      outcome,
    })),
    query,
  );
}

/** How the sample of an import did; null where none was checked. */
export async function readBatchCheck(
  { db }: Ctx,
  { params }: Input<'readBatchCheck'>,
): Promise<Data<'readBatchCheck'>> {
  const rows = await selectChecks(db)
    .select(['result', 'outcome'])
    .where('check_runs.kind', '=', 'import')
    .where('subject_id', '=', BigInt(params.id))
    .execute();
  if (rows.length === 0) return null;
  const count = (wanted: CheckResult | null): number => rows.filter(({ result }) => result === wanted).length;
  const [good, dead, unknown] = CHECK_RESULTS.map(count) as [number, number, number];
  return { good, dead, unknown, open: count(null), outcome: rows[0]!.outcome };
}

type FoundCheck = CheckRow & {
  readonly kind: RunKind;
  readonly subject_id: bigint;
  readonly outcome: CheckOutcome | null;
  readonly order_no: string | null;
};

/** What was checked, newest first; what was remedied, by when that was. */
export async function listChecks(
  { db, clock, language }: Ctx,
  { query: { figure, limit, cursor } }: Input<'listChecks'>,
): Promise<Data<'listChecks'>> {
  const at = figure === 'remedied' ? sql`one.remedied_at` : sql`one.attempted_at`;
  const past = cursor === undefined ? null : parsePlace(cursor);
  const { rows } = await sql<FoundCheck>`
    select one.*, run.kind, run.subject_id, run.outcome, orders.order_no
    from account_checks one join check_runs run on run.id = one.run_id
    left join warranty_claims claim on run.kind = 'claim' and claim.id = run.subject_id
    left join orders on orders.id = claim.order_id
    where ${countsIn(figure, clock.now())}
      ${past === null ? sql`` : sql`and ${at} <= ${past.at} and (${at}, one.id) < (${past.at}, ${past.id}::bigint)`}
    order by ${at} desc, one.id desc limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const goods = await findGoods(db, [...new Set(shown.map(({ goods_id: id }) => id))]);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => presentCheck(row, textIn(goods.get(row.goods_id)!.name, language))),
    next_cursor:
      last && rows.length > limit
        ? `${(figure === 'remedied' ? last.remedied_at! : last.attempted_at!).getTime()}-${last.id}`
        : null,
    total: null,
  };
}

function parsePlace(cursor: string): { readonly at: Date; readonly id: bigint } {
  const [, at, id] =
    /^(\d{1,13})-(\d{1,18})$/.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  return { at: new Date(Number(at)), id: BigInt(id!) };
}

const presentCheck = (row: FoundCheck, name: string): CheckedAccount => ({
  item_id: String(row.item_id),
  goods: { id: String(row.goods_id), name },
  kind: row.kind,
  batch_id: row.kind === 'import' ? String(row.subject_id) : null,
  order_no: row.order_no,
  result: row.result!,
  failure: row.failure,
  attempted_at: row.attempted_at!.toISOString(),
  remedied_at: row.remedied_at?.toISOString() ?? null,
  outcome: row.outcome,
});

const COLUMNS: Columns<CheckedAccount> = {
  attempted_at: (check) => check.attempted_at,
  item_id: (check) => check.item_id,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  kind: (check) => check.kind,
  batch_id: (check) => check.batch_id,
  order_no: (check) => check.order_no,
  result: (check) => check.result,
  failure: (check) => check.failure,
  outcome: (check) => check.outcome,
  remedied_at: (check) => check.remedied_at,
};

/** The same as a file. */
export const exportChecks = (
  ctx: Ctx,
  { query }: Input<'exportChecks'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'checks',
    action: 'checker.export',
    subject: 'checker',
    query,
    columns: COLUMNS,
    readPage: (page) => listChecks(ctx, { query: { ...query, ...page } }),
  });

type RunKind = CheckedAccount['kind'];

type CheckRunsTable = {
  id: Generated<bigint>;
  kind: RunKind;
  subject_id: bigint;
  created_at: Date;
  ends_at: Date;
  outcome: CheckOutcome | null;
  ended_at: Date | null;
  /** After it could not be settled: not before then again. */
  retry_at: Date | null;
};

type AccountChecksTable = {
  id: Generated<bigint>;
  run_id: bigint;
  item_id: bigint;
  goods_id: bigint;
  supplier_id: bigint | null;
  user_id: bigint | null;
  result: CheckResult | null;
  failure: CheckFailure | null;
  attempts: Generated<number>;
  next_at: Date;
  attempted_at: Date | null;
  remedied_at: Date | null;
};

export type RunRow = Selectable<CheckRunsTable>;
export type CheckRow = Selectable<AccountChecksTable>;

declare module '../../platform/db/db.ts' {
  interface Database {
    check_runs: CheckRunsTable;
    account_checks: AccountChecksTable;
  }
}
