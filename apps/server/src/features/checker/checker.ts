import { randomBytes, randomUUID } from 'node:crypto';
import type {
  Checker,
  CheckFailure,
  CheckResult,
  Data,
  Input,
  CHECK_FIGURES,
  CHECK_REMEDIES,
} from '@portside/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import * as z from 'zod/mini';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { mayCallOut, postOut } from '../../platform/http/post-out.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { SECRET_PREFIX, sign } from '../webhooks/index.ts';

/** A checker for trying it without writing one (`sandbox-checker.ts`). */
export const SANDBOX_CHECKER_PATH = '/api/sandbox/checker';

/** The endpoint as it is set, and what its last 24 hours were like. */
export async function readChecker(ctx: Ctx): Promise<Data<'readChecker'>> {
  const row = await findChecker(ctx.db);
  return {
    checker: row && (await present(ctx.db, row)),
    figures: await readFigures(ctx),
    dead_on_sale: await listDeadOnSale(ctx.db),
    sandbox_checker: ctx.isSandbox ? `${ctx.publicUrl}${SANDBOX_CHECKER_PATH}` : null,
  };
}

/**
 * Sets the endpoint and what follows from its answers; with the first one comes its secret, which is shown this once.
 * Since it is sent the texts of accounts, only who may reveal those sets it (noPermission). Refuses an address that the
 * shop will not call (parameterError) and an unknown product (notFound).
 */
export async function setChecker(ctx: Ctx, { body }: Input<'setChecker'>): Promise<Data<'setChecker'>> {
  requireAction(ctx.actor, 'stock.reveal');
  if (!mayCallOut(body.url, { toLoopback: ctx.isSandbox })) refuseField('parameterError', 'url', 'wrong');
  return inTransaction(ctx, async (step) => {
    const before = await findChecker(step.db, 'locked');
    const { goods_ids: goodsIds, ...values } = body;
    const factsBefore = before && (await present(step.db, before));
    let secret: string | null = null;
    if (before) await step.db.updateTable('checkers').set(values).execute();
    else {
      const made = await makeSecret(step);
      secret = made.secret;
      await step.db
        .insertInto('checkers')
        .values({ id: THE_ONE, ...values, ...made.sealed })
        .execute();
    }
    await replaceGoods(step.db, goodsIds.map(BigInt));
    const checker = await present(step.db, (await findChecker(step.db))!);
    await recordAudit(step, {
      action: 'checker.set',
      subject: 'checker:shop',
      before: factsBefore,
      after: checker,
    });
    return { checker, secret };
  });
}

/** Refuses where no endpoint is set (notFound). */
export async function rotateCheckerSecret(ctx: Ctx): Promise<Data<'rotateCheckerSecret'>> {
  return inTransaction(ctx, async (step) => {
    if (!(await findChecker(step.db, 'locked'))) refuse('notFound');
    const { secret, sealed } = await makeSecret(step);
    await step.db.updateTable('checkers').set(sealed).execute();
    await recordAudit(step, { action: 'checker.secret', subject: 'checker:shop' });
    return { secret };
  });
}

/** What it is asked about in a test: an account that nobody has. */
const TEST_ACCOUNT = 'portside-test@example.com----not-a-password';

/** Refuses where no endpoint is set (notFound). */
export async function testChecker(ctx: Ctx): Promise<Data<'testChecker'>> {
  const row = (await findChecker(ctx.db)) ?? refuse('notFound');
  const since = performance.now();
  const answer = await askChecker(ctx, row, { account: TEST_ACCOUNT, goodsId: null });
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'checker.test', subject: 'checker:shop', after: answer }),
  );
  return { ...answer, took_ms: Math.round(performance.now() - since) };
}

const TIMEOUT_MS = 10 * SECOND_MS;
const ANSWER_BYTES = 64 * 1024;
const OK = 200;
const CheckAnswer = z.object({ result: z.enum(['good', 'dead', 'unknown']) });

type Asked = { readonly account: string; readonly goodsId: bigint | null };
type Answered = { readonly result: CheckResult; readonly failure: CheckFailure | null };

/**
 * Sends one account to the operator's endpoint. Whatever is not an answer as it should be says nothing of the account.
 * Neither the account nor what came back is logged or kept: an answer may repeat the account.
 */
export async function askChecker(
  { keyring, clock, isSandbox }: Ctx,
  { url, key_id: keyId, sealed }: CheckerRow,
  { account, goodsId }: Asked,
  signal?: AbortSignal,
): Promise<Answered> {
  const now = clock.now();
  const id = `msg_${randomUUID().replaceAll('-', '')}`;
  const timestamp = Math.floor(now.getTime() / SECOND_MS);
  const body = JSON.stringify({
    type: 'account.check',
    timestamp: now.toISOString(),
    data: { account, goods_id: goodsId === null ? null : String(goodsId) },
  });
  const secret = keyring.open({ keyId, sealed }, PLACE);
  const failed = (failure: CheckFailure): Answered => ({ result: 'unknown', failure });
  try {
    const answer = await postOut(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Portside-Checker/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign([secret], { id, timestamp, body }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      toLoopback: isSandbox,
      ...(signal && { signal }),
    });
    if (answer.status !== OK) return failed('status');
    return readAnswer(answer.text) ?? failed('unreadable');
  } catch {
    return failed('noAnswer');
  }
}

function readAnswer(text: string): Answered | null {
  try {
    const parsed = z.safeParse(CheckAnswer, JSON.parse(text));
    return parsed.success ? { result: parsed.data.result, failure: null } : null;
  } catch {
    return null;
  }
}

const SECRET_BYTES = 32;
const THE_ONE = 1n;
const PLACE = 'checker';

async function makeSecret({ db, keyring }: Ctx) {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  await holdSealingKey(db, keyring);
  const { keyId, sealed } = keyring.seal(secret, PLACE);
  return { secret, sealed: { key_id: keyId, sealed } };
}

/** The secret that signs the calls. */
export const openCheckerSecret = ({ keyring }: Ctx, { key_id: keyId, sealed }: CheckerRow): string =>
  keyring.open({ keyId, sealed }, PLACE);

export const sealedCheckers: SealedTable = { name: 'checkers', key: ['id'], place: () => PLACE };

/** Null until one is set. */
export async function findChecker(db: Db, lock?: 'locked'): Promise<CheckerRow | null> {
  const row = await db
    .selectFrom('checkers')
    .selectAll()
    .$if(lock === 'locked', (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** The endpoint if it is on and a product's accounts are sent to it. */
export async function findCheckerOf(db: Db, goodsId: bigint): Promise<CheckerRow | null> {
  const row = await db
    .selectFrom('checkers')
    .selectAll()
    .where('is_on', '=', true)
    .where((is) =>
      is.exists(is.selectFrom('checked_goods').select('goods_id').where('goods_id', '=', goodsId)),
    )
    .executeTakeFirst();
  return row ?? null;
}

async function replaceGoods(db: Db, goodsIds: readonly bigint[]): Promise<void> {
  const ids = sql`${idArray(goodsIds)}::bigint[]`;
  await sql`delete from checked_goods where goods_id <> all(${ids})`.execute(db);
  await sql`
    insert into checked_goods (goods_id) select distinct unnest(${ids}) on conflict do nothing`
    .execute(db)
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'checked_goods_goods_id_fkey') refuse('notFound', 'goods');
      throw error;
    });
}

/**
 * Of a check: its account may still be sent, because its product is checked, and it is where it was, of a sample or of
 * what is sold next.
 */
export const isStillWanted = sql<boolean>`
  (exists (select from checked_goods own where own.goods_id = one.goods_id) and case run.kind
    when 'stock' then exists (
      select from stock_ranges free
      where free.goods_id = one.goods_id and free.next_id <= one.item_id and free.end_id > one.item_id)
    when 'import' then exists (
      select from stock_waiting_ranges held
      where held.batch_id = run.subject_id and held.first_id <= one.item_id and held.end_id > one.item_id)
    else true end)`;

/** Accounts that would be sold next and were found dead, where too many were at once to withdraw them. */
const deadOnSale = sql`
  account_checks one join check_runs run on run.id = one.run_id
  where run.kind = 'stock' and run.outcome = 'byHand' and one.result = 'dead' and ${isStillWanted}`;

const MOST_LISTED = 500;

async function listDeadOnSale(db: Db): Promise<Data<'readChecker'>['dead_on_sale']> {
  const { rows } = await sql<{ goods_id: string; item_ids: string[] }>`
    select goods_id::text, array_agg(item_id::text order by item_id) as item_ids
    from (select one.goods_id, one.item_id from ${deadOnSale} order by one.item_id limit ${MOST_LISTED}) as found
    group by goods_id order by goods_id`.execute(db);
  return rows;
}

/** How many there are, and since when the oldest is known; null for none. */
export async function countDeadOnSale(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(run.ended_at) as since from ${deadOnSale}`.execute(db);
  return toBacklog(rows[0]);
}

async function present(db: Db, row: CheckerRow): Promise<Checker> {
  const goods = await db.selectFrom('checked_goods').select('goods_id').orderBy('goods_id').execute();
  const { id: _, key_id: __, sealed: ___, ...values } = row;
  return { ...values, goods_ids: goods.map(({ goods_id: id }) => String(id)) };
}

type Figure = (typeof CHECK_FIGURES)[number];

/** What a figure of the last 24 hours counts; without one, whatever was checked in them. */
export const countsIn = (figure: Figure | undefined, now: Date): RawBuilder<boolean> => {
  const since = new Date(now.getTime() - DAY_MS);
  if (figure === 'remedied') return sql`one.remedied_at > ${since}`;
  return figure === undefined
    ? sql`one.attempted_at > ${since} and one.result is not null`
    : sql`one.attempted_at > ${since} and one.result = ${figure}`;
};

async function readFigures({ db, clock }: Ctx): Promise<Data<'readChecker'>['figures']> {
  const now = clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<Record<(typeof CHECK_FIGURES)[number], number>>`
    select count(*) filter (where ${countsIn('good', now)})::int as good,
      count(*) filter (where ${countsIn('dead', now)})::int as dead,
      count(*) filter (where ${countsIn('unknown', now)})::int as unknown,
      count(*) filter (where ${countsIn('remedied', now)})::int as remedied
    from account_checks one where attempted_at > ${since} or remedied_at > ${since}`.execute(db);
  const failed = await db
    .selectFrom('account_checks')
    .select(['failure', 'attempted_at'])
    .where('attempted_at', '>', since)
    .where('failure', 'is not', null)
    .orderBy('attempted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...rows[0]!,
    last_failure: failed ? { why: failed.failure!, at: failed.attempted_at!.toISOString() } : null,
  };
}

type CheckersTable = {
  /** There is one. */
  id: bigint;
  url: string;
  is_on: boolean;
  key_id: string;
  sealed: Buffer;
  per_minute: number;
  sample_size: number;
  dead_percent: number;
  ahead: number;
  checks_claims: boolean;
  remedy: (typeof CHECK_REMEDIES)[number];
  limit_days: number;
  most_per_buyer: number;
  most_per_product: number;
  most_per_supplier: number;
};

export type CheckerRow = Selectable<CheckersTable>;

declare module '../../platform/db/db.ts' {
  interface Database {
    checkers: CheckersTable;
    /** Products whose accounts are sent to the checker. */
    checked_goods: { goods_id: bigint };
  }
}
