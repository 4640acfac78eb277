import type { AgentApplicant, AgentApplication, Data, Input } from '@portside/contract';
import { parsePercent } from '@portside/contract/wire/percent';
import { sql, type Generated, type Selectable } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { notify, notifyStaff, type Told } from '../notices/index.ts';
import { readSetting } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { isAgent } from './agents.sql.ts';
import { addAgent } from './write-agent.ts';

type AgentApplicationsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  platform_name: string;
  words: string;
  state: Generated<AgentApplication['state']>;
  reason: Generated<string>;
  decided_by: bigint | null;
  created_at: Date;
  decided_at: Date | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    agent_applications: AgentApplicationsTable;
  }
}

type Row = Selectable<AgentApplicationsTable>;

/** Whether the shop takes agents this way, and the caller's latest request. */
export async function readOwnApplication({ db, actor }: Ctx): Promise<Data<'readOwnApplication'>> {
  const { userId } = requireUser(actor);
  const row = await db
    .selectFrom('agent_applications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { sign_up: await readSetting(db, 'agentSignUp'), application: row ? present(row) : null };
}

/**
 * Asks to become an agent; where the shop takes them at once, the caller is one. Repeated while it waits, it changes
 * nothing. Refuses where the shop takes nobody this way (agentSignUpOff), and who is an agent already (dataExists).
 */
export async function applyAsAgent(ctx: Ctx, { body }: Input<'applyAsAgent'>): Promise<AgentApplication> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const signUp = await readSetting(db, 'agentSignUp');
    if (signUp === 'off') refuse('agentSignUpOff');
    if (await isAgent(db, userId)) refuse('dataExists', 'an agent already');
    const waiting = await db
      .selectFrom('agent_applications')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (waiting) return present(waiting);
    const row = await db
      .insertInto('agent_applications')
      .values({
        user_id: userId,
        platform_name: body.platform_name,
        words: body.words,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (brokenConstraint(error) === 'agent_applications_waiting')
          refuse('dataExists', 'at the same time');
        throw error;
      });
    const asked = signUp === 'open' ? await accept(step, row, null) : row;
    if (signUp !== 'open') await notifyStaff(step, { event: 'agentAsked', reference: row.id });
    // Last: from the audit entry to the commit, others' audited actions wait.
    const after = { platform_name: body.platform_name, words: body.words };
    await recordAudit(step, { action: 'agent.apply', subject: `user:${userId}`, after });
    return present(asked);
  });
}

/** Newest first. */
export async function listAgentApplications(
  { db }: Ctx,
  { query }: Input<'listAgentApplications'>,
): Promise<Data<'listAgentApplications'>> {
  const rows = await listRows(
    db,
    { state: query.state, before: readIdCursor(query.cursor) },
    query.limit + 1,
  );
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map(presentApplicant), next_cursor: nextCursor, total: null };
}

/**
 * Accepts a buyer as an agent, or refuses. Repeated, it changes nothing. Refuses an unknown request (notFound), one that
 * was decided otherwise (dataExists), the caller's own (secondPersonNeeded), to accept somebody whose profile was closed
 * meanwhile (userDoesNotExist), and a refusal without a reason (invalidFormat).
 */
export async function decideAgentApplication(
  ctx: Ctx,
  { params, body }: Input<'decideAgentApplication'>,
): Promise<AgentApplicant> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const row =
      (await db
        .selectFrom('agent_applications')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()) ?? refuse('notFound');
    if (row.user_id === userId) refuse('secondPersonNeeded', 'their own request');
    const wanted = body.is_accepted ? 'accepted' : 'refused';
    if (row.state === 'waiting') {
      if (body.is_accepted) {
        if ((await findUser(db, row.user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
        await accept(step, row, userId);
      } else {
        const reason = body.reason ?? refuse('invalidFormat', 'a refusal has a reason');
        await db
          .updateTable('agent_applications')
          .set({ state: 'refused', reason, decided_by: userId, decided_at: clock.now() })
          .where('id', '=', id)
          .execute();
        await notify(step, { userId: row.user_id, event: 'agentRefused', reference: id });
      }
      const after = { state: wanted, reason: body.reason ?? null };
      await recordAudit(step, { action: 'agent.decide', subject: `user:${row.user_id}`, after });
    } else if (row.state !== wanted) refuse('dataExists', row.state);
    const [shown] = await listRows(db, { id }, 1);
    return presentApplicant(shown!);
  });
}

async function accept(
  step: Ctx,
  { id, user_id: userId, platform_name }: Row,
  by: bigint | null,
): Promise<Row> {
  const { db, clock } = step;
  if (!(await isAgent(db, userId)))
    await addAgent(step, {
      userId,
      platformName: platform_name,
      telegram: '',
      commissionBasisPoints: parsePercent(await readSetting(db, 'agentSignUpPercent')),
    });
  const row = await db
    .updateTable('agent_applications')
    .set({ state: 'accepted', decided_by: by, decided_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(step, { userId, event: 'agentAccepted', reference: id });
  return row;
}

const present = (row: Row): AgentApplication => ({
  id: row.id.toString(),
  platform_name: row.platform_name,
  words: row.words,
  state: row.state,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
});

type NamedRow = Row & { readonly username: string; readonly decider: string | null };

const presentApplicant = (row: NamedRow): AgentApplicant => ({
  ...present(row),
  user: { id: row.user_id.toString(), username: row.username },
  decided_by: row.decider,
});

type Filter = {
  readonly id?: bigint;
  readonly state?: AgentApplication['state'] | undefined;
  readonly before?: bigint | undefined;
};

const listRows = (db: Db, { id, state, before }: Filter, limit: number): Promise<NamedRow[]> =>
  db
    .selectFrom('agent_applications as one')
    .innerJoin('users', 'users.id', 'one.user_id')
    .leftJoin('users as decider', 'decider.id', 'one.decided_by')
    .selectAll('one')
    .select(['users.username', 'decider.username as decider'])
    .$if(id !== undefined, (query) => query.where('one.id', '=', id!))
    .$if(state !== undefined, (query) => query.where('one.state', '=', state!))
    .$if(before !== undefined, (query) => query.where('one.id', '<', before!))
    .orderBy('one.id', 'desc')
    .limit(limit)
    .execute();

const findRow = async ({ db }: Ctx, id: bigint): Promise<NamedRow | undefined> =>
  (await listRows(db, { id }, 1))[0];

/** What tells a buyer that they are an agent now. */
export async function readAccepted(ctx: Ctx, id: bigint): Promise<Told | null> {
  const row = await findRow(ctx, id);
  const agent = await ctx.db
    .selectFrom('agents')
    .select('promotion_code')
    .where('user_id', '=', row?.user_id ?? 0n)
    .executeTakeFirst();
  if (!row || !agent) return null;
  const facts = { code: agent.promotion_code };
  return { event: 'agentAccepted', userId: row.user_id, facts, path: '/client/agent' };
}

/** What tells a buyer that they are not taken as an agent, and why. */
export async function readRefused(ctx: Ctx, id: bigint): Promise<Told | null> {
  const row = await findRow(ctx, id);
  if (row?.state !== 'refused') return null;
  return { event: 'agentRefused', userId: row.user_id, facts: { answer: row.reason }, path: '/client/agent' };
}

/** What tells staff of a buyer who wants to be an agent. */
export async function readAsked(ctx: Ctx, id: bigint): Promise<Told | null> {
  const row = await findRow(ctx, id);
  if (!row) return null;
  return { event: 'agentAsked', facts: { user: row.username, words: row.words }, path: '/admin/agent' };
}

/** Adds what a process has counted of opened links, by promotion code, on the shop's day. Unknown codes are dropped. */
export async function addAgentClicks(
  { db, clock }: Ctx,
  clicks: ReadonlyMap<string, number>,
  zone: string,
): Promise<void> {
  await sql`
    insert into agent_clicks as known (agent_id, day, clicks)
    select agents.user_id, (${clock.now()}::timestamptz at time zone ${zone}::text)::date, counted.clicks
    from jsonb_to_recordset(${JSON.stringify([...clicks].map(([code, count]) => ({ code, clicks: count })))}::jsonb)
      as counted (code text, clicks bigint)
    join agents on agents.promotion_code = counted.code
    order by agents.user_id
    on conflict (agent_id, day) do update set clicks = known.clicks + excluded.clicks`.execute(db);
}
