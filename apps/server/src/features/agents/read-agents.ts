import { formatPercent } from '@portside/contract/wire/percent';
import { readPromotionCode } from '@portside/contract/wire/promotion-code';
import type { Db } from '../../platform/db/db.ts';
import {
  type Agent,
  type AgentMonth,
  type AgentPayout,
  type AgentState,
  type Data,
  type Input,
  type SalesSums,
  type SortColumn,
  formatMicro,
  parseMicro,
  type CommissionLevel,
  type CommissionMovement,
  type CommissionTier,
} from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, prefixPattern, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  type AccountMovement,
  type Period,
  listCommissionMovements,
  presentMovement,
  MOVEMENT_COLUMNS,
} from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { basisPointsOf, decidingSales, monthAt, rateAt, tiersOfAgent } from './commission-tiers.ts';
import { sql } from 'kysely';
import { query as queryOf, runQuery } from '../../platform/db/pipeline.ts';
import { findAgentByCode, presentPayout, type AgentRow } from './agents.sql.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList, sendOwnList, type Columns } from '../../platform/http/send-list.ts';

/** What agents show but do not own: sales to the users whom an agent referred, and order numbers. */
export type AgentFacts = {
  readSales(ctx: Ctx, agentId: bigint): Promise<SalesSums>;
  /** The orders that commission came from and what it is part of, by the movement's id. */
  findSales(
    ctx: Ctx,
    movements: readonly AccountMovement[],
  ): Promise<ReadonlyMap<bigint, { readonly orderNo: string; readonly saleMicro: bigint }>>;
  readMonth(ctx: Ctx, agentId: bigint, month: string): Promise<AgentMonth>;
  monthOf(ctx: Ctx, month: string): Promise<{ readonly from: Date; readonly end: Date }>;
  /** What tells of payouts that were asked for, by their ids. */
  findRequestNotes(
    ctx: Ctx,
    ids: readonly bigint[],
  ): Promise<ReadonlyMap<bigint, { readonly hash: string; readonly reason: string }>>;
  /** What an admin has approved of requested payouts since then. */
  sumApproved(ctx: Ctx, userId: bigint, since: Date): Promise<bigint>;
  /** For readers whose order it is not. */
  maskOrderNo(orderNo: string): string;
};

/** What a visitor with a promotion code sees of its agent. Refuses an unknown or paused one (agentDoesNotExist). */
export async function readAgentByCode(
  { db }: Ctx,
  { params }: Input<'readAgentByCode'>,
): Promise<Data<'readAgentByCode'>> {
  const agent = (await findAgentByCode(db, params.code)) ?? refuse('agentDoesNotExist');
  return { platform_name: agent.platform_name, telegram: agent.telegram };
}

/** The caller's own figures as an agent, and the referral link. Refuses callers who are not agents (agentDoesNotExist). */
export async function readOwnAgent(ctx: Ctx, facts: AgentFacts): Promise<Data<'readOwnAgent'>> {
  const { userId } = requireUser(ctx.actor);
  const agent = (await findAgent(ctx.db, userId)) ?? refuse('agentDoesNotExist');
  return {
    ...presentAgent(agent),
    link: `${ctx.publicUrl}/?promotion_code=${agent.promotion_code}`,
    sales: await facts.readSales(ctx, userId),
    level: await readCommissionLevel(ctx, agent),
    commission_terms: await readSetting(ctx.db, 'commissionTerms'),
    last_payout: await findLastPayout(ctx.db, userId),
  };
}

async function findLastPayout(db: Db, agentId: bigint): Promise<AgentPayout | null> {
  const row = await db
    .selectFrom('agent_payouts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? presentPayout(row) : null;
}

/** Agents that pass the filter, newest first unless another sort is asked for. */
export async function listAgents(ctx: Ctx, { query }: Input<'listAgents'>): Promise<Data<'listAgents'>> {
  const rows = await listAgentRows(ctx.db, {
    text: query.q,
    code: readPromotionCode(query.q ?? ''),
    state: query.state,
  });
  const { items, ...rest } = pageOf(sortRows(rows, query.sort, KEYS, ctx.language), query);
  return { items: items.map(presentAgent), ...rest };
}

const KEYS: SortKeys<KnownAgentRow, SortColumn<'listAgents'>> = {
  platform_name: (row) => row.platform_name,
  username: (row) => row.username,
  commission_percent: (row) => row.commission_basis_points,
  users: (row) => row.users,
  commission_balance: (row) => row.commission_micro ?? 0n,
  created_at: (row) => row.created_at.getTime(),
};

/** Refuses an unknown agent (agentNotFound). */
export async function readAgent(ctx: Ctx, { params }: Input<'readAgent'>): Promise<Agent> {
  return presentAgent(await getAgent(ctx, BigInt(params.id)));
}

/** The caller has checked who asks. Refuses an unknown agent (agentNotFound). */
export const getAgent = async ({ db }: Ctx, id: bigint): Promise<KnownAgentRow> =>
  (await findAgent(db, id)) ?? refuse('agentNotFound');

export const presentAgent = (row: KnownAgentRow): Agent => ({
  id: row.user_id.toString(),
  username: row.username,
  platform_name: row.platform_name,
  promotion_code: row.promotion_code,
  telegram: row.telegram,
  commission_percent: formatPercent(row.commission_basis_points),
  commission_tiers: row.commission_tiers && [...row.commission_tiers],
  state: row.state,
  users: Number(row.users),
  commission_balance: formatMicro(row.commission_micro ?? 0n),
  created_at: row.created_at.toISOString(),
});

/** An agent's commission, reversals and payouts, newest first. Refuses an unknown agent (agentNotFound). */
export async function listAgentStatement(
  ctx: Ctx,
  facts: AgentFacts,
  { params, query }: Input<'listAgentStatement'>,
): Promise<Data<'listAgentStatement'>> {
  const { user_id: userId } = await getAgent(ctx, BigInt(params.id));
  return readStatement(ctx, facts, userId, query);
}

/**
 * The caller's own. Order numbers show their time, by which an admin finds the order, and not their random tail.
 * Refuses callers who are not agents (agentDoesNotExist).
 */
export async function listOwnAgentStatement(
  ctx: Ctx,
  facts: AgentFacts,
  { query }: Input<'listOwnAgentStatement'>,
): Promise<Data<'listOwnAgentStatement'>> {
  const { userId } = requireUser(ctx.actor);
  if (!(await findAgent(ctx.db, userId))) refuse('agentDoesNotExist');
  const { month, ...page } = query;
  const period = month === undefined ? undefined : await facts.monthOf(ctx, month);
  const { items, ...rest } = await readStatement(
    ctx,
    facts,
    userId,
    page,
    period && { from: period.from, to: period.end },
  );
  const masked = items.map((item) => ({
    ...item,
    order_no: item.order_no && facts.maskOrderNo(item.order_no),
  }));
  return { items: masked, ...rest };
}

async function readStatement(
  ctx: Ctx,
  facts: AgentFacts,
  userId: bigint,
  { cursor, limit }: Input<'listAgentStatement'>['query'],
  period?: Period,
): Promise<Data<'listAgentStatement'>> {
  const before = readIdCursor(cursor);
  const rows = await listCommissionMovements(ctx.db, userId, { before, limit: limit + 1, period });
  const { shown, nextCursor } = cutPage(rows, limit);
  const referencesOf = (...kinds: readonly string[]) =>
    shown.filter(({ kind }) => kinds.includes(kind)).map(({ reference }) => reference);
  const [sales, notes, requests] = await Promise.all([
    facts.findSales(ctx, shown),
    findPayoutNotes(ctx.db, referencesOf('payout')),
    facts.findRequestNotes(ctx, referencesOf('payoutRequest', 'payoutReturn')),
  ]);
  const noteOf = ({ kind, reference }: AccountMovement): string | undefined => {
    if (kind === 'payout') return notes.get(reference);
    if (kind === 'payoutRequest') return requests.get(reference)?.hash;
    return kind === 'payoutReturn' ? requests.get(reference)?.reason : undefined;
  };
  const items = shown.map((row) => ({
    ...presentMovement(row),
    ...presentSale(row, sales.get(row.id)),
    note: noteOf(row) ?? '',
  }));
  return { items, next_cursor: nextCursor, total: null };
}

/** The rate is that of the sale, whatever the agent's is now. */
function presentSale(
  { amountMicro }: AccountMovement,
  sale: { readonly orderNo: string; readonly saleMicro: bigint } | undefined,
): Pick<CommissionMovement, 'order_no' | 'sale' | 'percent'> {
  if (!sale) return { order_no: null, sale: null, percent: null };
  const { orderNo, saleMicro } = sale;
  // Commission is rounded down, so the rate is the next that leads to it.
  const basisPoints = saleMicro === 0n ? 0 : Math.round(Number((amountMicro * 1_000_000n) / saleMicro) / 100);
  return { order_no: orderNo, sale: formatMicro(saleMicro), percent: formatPercent(basisPoints) };
}

/** What the caller earned in a month. Refuses callers who are not agents (agentDoesNotExist). */
export async function readOwnAgentMonth(
  ctx: Ctx,
  facts: AgentFacts,
  { query }: Input<'readOwnAgentMonth'>,
): Promise<AgentMonth> {
  const { userId } = requireUser(ctx.actor);
  if (!(await findAgent(ctx.db, userId))) refuse('agentDoesNotExist');
  return facts.readMonth(ctx, userId, query.month);
}

const COLUMNS = fieldColumns<Agent>(
  'id',
  'created_at',
  'username',
  'platform_name',
  'promotion_code',
  'telegram',
  'state',
  { number: 'commission_percent' },
  { number: 'users' },
  { number: 'commission_balance' },
);

const STATEMENT_COLUMNS: Columns<CommissionMovement> = {
  ...MOVEMENT_COLUMNS,
  ...fieldColumns<CommissionMovement>('order_no', 'sale', 'percent', 'note'),
};

/** The agents that pass a filter as a CSV file, newest first. */
export const exportAgents = (
  ctx: Ctx,
  { query }: Input<'exportAgents'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'agents',
    action: 'agent.export',
    subject: 'agent',
    query,
    columns: COLUMNS,
    readPage: (page) => listAgents(ctx, { query: { ...query, ...page } }),
  });

/** An agent's commission, reversals and payouts as a CSV file, newest first. */
export const exportAgentStatement = (
  ctx: Ctx,
  facts: AgentFacts,
  { params, query }: Input<'exportAgentStatement'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: `agent-${params.id}`,
    action: 'commission.export',
    subject: `agent:${params.id}`,
    query,
    columns: STATEMENT_COLUMNS,
    readPage: (page) => listAgentStatement(ctx, facts, { params, query: page }),
  });

/** The caller's own commission, reversals and payouts as a CSV file, newest first, as their page lists them. */
export const exportOwnAgentStatement = (
  ctx: Ctx,
  facts: AgentFacts,
  { query: { format } }: Input<'exportOwnAgentStatement'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendOwnList(ctx, reply, {
    format,
    name: 'commission',
    columns: STATEMENT_COLUMNS,
    readPage: (query) => listOwnAgentStatement(ctx, facts, { query }),
  });

/** With the username, how many users the agent referred, and the unpaid commission. */
export type KnownAgentRow = AgentRow & {
  readonly username: string;
  readonly users: bigint;
  readonly commission_micro: bigint | null;
};

const selectAgents = (db: Db) =>
  db
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .leftJoin('ledger_accounts as commission', (join) =>
      join.onRef('commission.user_id', '=', 'agents.user_id').on('commission.kind', '=', 'commission'),
    )
    .selectAll('agents')
    .select(['users.username', 'commission.balance_micro as commission_micro'])
    .select((is) =>
      is
        .selectFrom('users as referred')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('referred.agent_id', '=', 'agents.user_id')
        .as('users'),
    )
    .$narrowType<{ users: bigint }>();

const findAgent = (db: Db, userId: bigint): Promise<KnownAgentRow | undefined> =>
  selectAgents(db).where('agents.user_id', '=', userId).executeTakeFirst();

type AgentFilter = {
  readonly text: string | undefined;
  /** The promotion code that the text holds. */
  readonly code: string | null;
  readonly state: AgentState | undefined;
};

/** Newest users first. Agents are few, so all of them are searched for the text, and the list is read as a whole. */
const listAgentRows = (db: Db, { text, code, state }: AgentFilter): Promise<KnownAgentRow[]> =>
  selectAgents(db)
    .$if(text !== undefined, (query) =>
      query.where((is) =>
        is.or([
          is('agents.platform_name', 'ilike', `%${prefixPattern(text!)}`),
          is('users.username', 'ilike', prefixPattern(text!)),
          is('agents.promotion_code', 'ilike', prefixPattern(text!)),
          is('agents.promotion_code', '=', code),
        ]),
      ),
    )
    .$if(state !== undefined, (query) => query.where('agents.state', '=', state!))
    .orderBy('agents.user_id', 'desc')
    .execute();

/** The notes of payouts, by their ids. */
async function findPayoutNotes(db: Db, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('agent_payouts')
    .select(['id', 'note'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute();
  return new Map(rows.map(({ id, note }) => [id, note]));
}

/** Which rate an agent's next sale has, and what leads to a higher one. */
export async function readCommissionLevel(
  { db, clock }: Ctx,
  { user_id: agentId, commission_basis_points: own }: AgentRow,
): Promise<CommissionLevel> {
  const now = clock.now();
  const { tiers, netMicro, monthMicro } = await runQuery(
    db,
    queryOf(
      sql<{ tiers: readonly CommissionTier[]; net: string; month: string }>`
        select ${tiersOfAgent} as tiers, ${decidingSales(now)} as net, coalesce((select net_micro from agent_sales sales
          where sales.agent_id = agent.user_id and sales.month = ${monthAt(now)}), 0)::text as month
        from agents agent where agent.user_id = ${agentId}`,
      ([row]) => ({ tiers: row!.tiers, netMicro: BigInt(row!.net), monthMicro: BigInt(row!.month) }),
    ),
  );
  const rate = rateAt(own, tiers, netMicro);
  const next = tiers.find(
    ({ from, percent }) => parseMicro(from) > netMicro && basisPointsOf({ from, percent }) > rate,
  );
  return {
    percent: formatPercent(rate),
    net_sales: formatMicro(netMicro),
    this_month: formatMicro(monthMicro),
    tiers: [...tiers],
    // Only what this month sells can lead there: the last one is over.
    next: next
      ? { ...next, missing: formatMicro(parseMicro(next.from) - (monthMicro > 0n ? monthMicro : 0n)) }
      : null,
  };
}
