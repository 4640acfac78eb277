import { readPromotionCode } from '@portside/contract/wire/promotion-code';
import type { Db } from '../../platform/db/db.ts';
import {
  type Agent,
  type Data,
  type Input,
  type SalesSums,
  type SortColumn,
  formatMicro,
  type CommissionMovement,
} from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  type AccountMovement,
  listCommissionMovements,
  presentMovement,
  MOVEMENT_COLUMNS,
} from '../ledger/index.ts';
import { findAgentByCode, findAgent, listAgentRows, type KnownAgentRow } from './agents.sql.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList, sendOwnList, type Columns } from '../../platform/http/send-list.ts';

/** What agents show but do not own: sales to the users whom an agent referred, and order numbers. */
export type AgentFacts = {
  readSales(ctx: Ctx, agentId: bigint): Promise<SalesSums>;
  /** The orders that commission came from, by the movement's id. */
  findOrderNos(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, string>>;
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
  };
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
  const { items, ...rest } = await readStatement(ctx, facts, userId, query);
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
  { cursor, limit }: Input<'listOwnAgentStatement'>['query'],
): Promise<Data<'listAgentStatement'>> {
  const before = readIdCursor(cursor);
  const rows = await listCommissionMovements(ctx.db, userId, { before, limit: limit + 1 });
  const { shown, nextCursor } = cutPage(rows, limit);
  const payouts = shown.filter(({ kind }) => kind === 'payout').map(({ reference }) => reference);
  const [orderNos, notes] = await Promise.all([
    facts.findOrderNos(ctx, shown),
    findPayoutNotes(ctx.db, payouts),
  ]);
  const items = shown.map((row) => ({
    ...presentMovement(row),
    order_no: orderNos.get(row.id) ?? null,
    note: (row.kind === 'payout' && notes.get(row.reference)) || '',
  }));
  return { items, next_cursor: nextCursor, total: null };
}

const COLUMNS = fieldColumns<Agent>(
  'id',
  'created_at',
  'username',
  'platform_name',
  'promotion_code',
  'telegram',
  'state',
  'commission_percent',
  'users',
  'commission_balance',
);

const STATEMENT_COLUMNS: Columns<CommissionMovement> = {
  ...MOVEMENT_COLUMNS,
  ...fieldColumns<CommissionMovement>('order_no', 'note'),
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

/** "2.5" is 250 basis points (hundredths of a percent). The contract has checked the text. */
export function parsePercent(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** 500 basis points are "5". */
const formatPercent = (basisPoints: number): string => (basisPoints / 100).toString();

/** The notes of payouts, by their ids. */
async function findPayoutNotes(db: Db, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('agent_payouts')
    .select(['id', 'note'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute();
  return new Map(rows.map(({ id, note }) => [id, note]));
}
