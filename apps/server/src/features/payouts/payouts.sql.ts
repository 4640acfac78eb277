import { explorerTxUrl, formatAddress, formatTxHash, recordOf } from '@portside/chain';
import type { PayoutFacts } from '@portside/contract/notices/payout-notices';
import type { NoticeWay } from '@portside/contract/notices/notices';
import {
  formatMicro,
  type AgentPayoutRequest,
  type CommissionFigures,
  type Network,
  type PayoutKind,
  type PayoutRequest,
  type PayoutState,
} from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findOpenProposal } from '../approvals/index.ts';
import type { Told } from '../notices/index.ts';
import { readHeldCommission } from '../orders/index.ts';
import { readSetting } from '../settings/index.ts';

type PayoutRequestsTable = {
  id: Generated<bigint>;
  kind: Generated<PayoutKind>;
  /** Whose commission it is; null for a balance. */
  agent_id: bigint | null;
  /** Whose balance it is; null for commission. */
  user_id: bigint | null;
  is_signed: Generated<boolean>;
  payable_at: Date | null;
  amount_micro: bigint;
  network: Network;
  chain_id: bigint;
  token: Hex;
  address: Hex;
  state: Generated<PayoutState>;
  reason: Generated<string>;
  tx_hash: Hex | null;
  problem: AgentPayoutRequest['problem'];
  idempotency_key: string;
  approved_by: bigint | null;
  approved_at: Date | null;
  paid_by: bigint | null;
  payout_id: bigint | null;
  created_at: Date;
  changed_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    payout_requests: PayoutRequestsTable;
  }
}

export type PayoutRow = Selectable<PayoutRequestsTable>;

/** Whose money it is. */
export const ownerOf = ({ agent_id: agentId, user_id: userId }: PayoutRow): bigint => (agentId ?? userId)!;

/** Not paid, rejected or cancelled. */
export const OPEN: readonly PayoutState[] = ['requested', 'approved', 'paying', 'sent'];

export const subjectOf = (id: bigint): string => `payout:${id}`;

/** Locked until the transaction ends. Refuses an unknown request (notFound). */
export const lockPayout = async (db: Db, id: bigint): Promise<PayoutRow> =>
  (await db.selectFrom('payout_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
  refuse('notFound');

type Change = Partial<Omit<PayoutRow, 'id' | 'changed_at'>>;

export const updatePayout = ({ db, clock }: Ctx, id: bigint, change: Change): Promise<PayoutRow> =>
  db
    .updateTable('payout_requests')
    .set({ ...change, changed_at: clock.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const presentPayout = (row: PayoutRow): PayoutRequest => ({
  id: row.id.toString(),
  kind: row.kind,
  amount: formatMicro(row.amount_micro),
  type: row.network,
  chain_id: Number(row.chain_id),
  address: formatAddress(row.network, row.address),
  state: row.state,
  reason: row.reason,
  tx_hash: row.tx_hash && formatTxHash(row.network, row.tx_hash),
  tx_url: row.tx_hash && explorerTxUrl(row.network, Number(row.chain_id), row.tx_hash),
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
});

/** As admins see them, newest first. */
export async function listPayoutRows(
  db: Db,
  { states, ids, kind, ownerId, before }: Filter,
  limit: number,
): Promise<NamedPayoutRow[]> {
  return db
    .selectFrom('payout_requests as one')
    .leftJoin('agents', 'agents.user_id', 'one.agent_id')
    .innerJoin('users', (join) =>
      join.on((is) => is('users.id', '=', is.fn.coalesce('one.agent_id', 'one.user_id'))),
    )
    .leftJoin('users as approver', 'approver.id', 'one.approved_by')
    .leftJoin('users as payer', 'payer.id', 'one.paid_by')
    .selectAll('one')
    .select([
      'users.username',
      'agents.platform_name',
      'approver.username as approver',
      'payer.username as payer',
    ])
    .$if(states !== undefined, (query) => query.where('one.state', 'in', states!))
    .$if(ids !== undefined, (query) => query.where('one.id', 'in', ids!))
    .$if(kind !== undefined, (query) => query.where('one.kind', '=', kind!))
    .$if(ownerId !== undefined, (query) =>
      query.where((is) => is.or([is('one.agent_id', '=', ownerId!), is('one.user_id', '=', ownerId!)])),
    )
    .$if(before !== undefined, (query) => query.where('one.id', '<', before!))
    .orderBy('one.id', 'desc')
    .limit(limit)
    .execute();
}

type Filter = {
  readonly states?: readonly PayoutState[] | undefined;
  readonly ids?: readonly bigint[];
  readonly kind?: PayoutKind | undefined;
  readonly ownerId?: bigint | undefined;
  readonly before?: bigint | undefined;
};

type NamedPayoutRow = PayoutRow & {
  readonly username: string;
  readonly platform_name: string | null;
  readonly approver: string | null;
  readonly payer: string | null;
};

export async function presentAgentPayout(db: Db, row: NamedPayoutRow): Promise<AgentPayoutRequest> {
  const proposal =
    row.state === 'requested' ? await findOpenProposal(db, 'payoutApproved', subjectOf(row.id)) : undefined;
  return {
    ...presentPayout(row),
    agent: {
      id: ownerOf(row).toString(),
      username: row.username,
      platform_name: row.platform_name ?? '',
    },
    contract_address: formatAddress(row.network, row.token),
    is_signed: row.is_signed,
    payable_at: row.payable_at?.toISOString() ?? null,
    approved_by: row.approver,
    paid_by: row.payer,
    proposal_id: proposal?.id.toString() ?? null,
    problem: row.problem,
  };
}

export async function getAgentPayout(db: Db, id: bigint): Promise<AgentPayoutRequest> {
  const [row] = await listPayoutRows(db, { ids: [id] }, 1);
  return row ? presentAgentPayout(db, row) : refuse('notFound');
}

/** What agents read of a request in their statement: the transaction that paid it, or why it was rejected. */
export async function findRequestNotes(
  { db }: Ctx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly hash: string; readonly reason: string }>> {
  const { rows } = await sql<Pick<PayoutRow, 'id' | 'network' | 'tx_hash' | 'reason'>>`
    select id, network, tx_hash, reason from payout_requests where id = any(${idArray(ids)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, network, tx_hash: hash, reason }) => [
      id,
      { hash: hash === null ? '' : formatTxHash(network, hash), reason },
    ]),
  );
}

type PayoutEvent = keyof PayoutFacts & `payout${string}`;

const OWNERS_PAGE = { commission: '/client/agent', balance: '/client/amount-recharge' } as const;

/** What tells the owner of a request, where it still is so. */
const readerOf =
  <Event extends PayoutEvent>(
    event: Event,
    states: readonly PayoutState[],
    factsOf: (row: PayoutRow) => PayoutFacts[Event],
  ) =>
  async ({ db }: Ctx, id: bigint, way: NoticeWay): Promise<Told | null> => {
    const row = await db.selectFrom('payout_requests').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || (way !== 'page' && !states.includes(row.state))) return null;
    return {
      event,
      userId: ownerOf(row),
      facts: factsOf(row),
      path: OWNERS_PAGE[row.kind],
    } as unknown as Told;
  };

const paidOut = (row: PayoutRow) => ({ kind: row.kind, amount: formatMicro(row.amount_micro) });
const networkOf = (row: PayoutRow): string => recordOf(row.network).name;

export const readRequested = readerOf('payoutRequested', [...OPEN, 'paid'], (row) => ({
  ...paidOut(row),
  network: networkOf(row),
  address: formatAddress(row.network, row.address),
}));
export const readApproved = readerOf('payoutApproved', ['approved', 'paying', 'sent', 'paid'], (row) => ({
  ...paidOut(row),
  network: networkOf(row),
}));
export const readPaid = readerOf('payoutPaid', ['paid'], (row) => ({
  ...paidOut(row),
  network: networkOf(row),
  hash: formatTxHash(row.network, row.tx_hash!),
}));
export const readRejected = readerOf('payoutRejected', ['rejected'], (row) => ({
  ...paidOut(row),
  answer: row.reason,
}));

/** What tells staff of a request; by mail only while somebody has to approve it. */
export async function readWaiting({ db }: Ctx, id: bigint, way: NoticeWay): Promise<Told | null> {
  const [row] = await listPayoutRows(db, { ids: [id] }, 1);
  if (!row || (way !== 'page' && row.state !== 'requested')) return null;
  const facts = { amount: formatMicro(row.amount_micro), by: row.platform_name ?? row.username };
  return { event: 'payoutWaiting', facts, path: '/admin/agent' };
}

export type OpenPayout = Pick<PayoutRow, 'id' | 'state' | 'amount_micro' | 'network' | 'address'>;

/** Oldest first, by columns that every version had: a restored database may be of an earlier one. */
export const listOpenPayouts = (db: Db): Promise<OpenPayout[]> =>
  db
    .selectFrom('payout_requests')
    .select(['id', 'state', 'amount_micro', 'network', 'address'])
    .where('state', 'in', OPEN)
    .orderBy('id')
    .execute();

/** Requests that somebody has to approve or pay, or whose transaction has come to nothing. */
export async function countWaitingPayouts(db: Db): Promise<Backlog | null> {
  const row = await db
    .selectFrom('payout_requests')
    .select(({ fn }) => [fn.countAll<bigint>().as('count'), fn.min('created_at').as('since')])
    .where((is) =>
      is.or([
        is('state', 'in', ['requested', 'approved', 'paying']),
        is.and([is('state', '=', 'sent'), is('problem', 'is not', null)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return toBacklog({ count: Number(row.count), since: row.since });
}

type Figures = {
  readonly earnedMicro: bigint;
  readonly takenBackMicro: bigint;
  readonly heldMicro: bigint;
  readonly freeMicro: bigint;
  readonly requestedMicro: bigint;
  readonly paidMicro: bigint;
  readonly heldUntil: Date | null;
};

/** Exact while the caller holds the agent's commission account, which every change of these figures locks. */
export async function readFigures(ctx: Ctx, agentId: bigint): Promise<Figures> {
  const { rows } = await sql<Record<'earned' | 'taken' | 'paid' | 'balance' | 'requested', string>>`
    with own as (select id, kind, balance_micro from ledger_accounts
      where user_id = ${agentId} and kind in ('commission', 'payoutReserve')),
    commission as (select id from own where kind = 'commission')
    select
      (select coalesce(sum(amount_micro), 0) from ledger_movements
        where credit_account = (select id from commission) and credit_account >= 1000
          and kind = 'commission')::text as earned,
      (select coalesce(sum(amount_micro), 0) from ledger_movements
        where debit_account = (select id from commission) and debit_account >= 1000
          and kind = 'commissionReversal')::text as taken,
      (select coalesce(sum(amount_micro), 0) from agent_payouts where agent_id = ${agentId})::text as paid,
      (select coalesce(sum(balance_micro), 0) from own where kind = 'commission')::text as balance,
      (select coalesce(sum(balance_micro), 0) from own where kind = 'payoutReserve')::text as requested`.execute(
    ctx.db,
  );
  const { earned, taken, paid, balance, requested } = rows[0]!;
  const leastDays = await readSetting(ctx.db, 'commissionHoldDays');
  const { heldMicro, until } = await readHeldCommission(ctx, agentId, leastDays);
  return {
    earnedMicro: BigInt(earned),
    takenBackMicro: BigInt(taken),
    heldMicro,
    freeMicro: BigInt(balance) - heldMicro,
    requestedMicro: BigInt(requested),
    paidMicro: BigInt(paid),
    heldUntil: until,
  };
}

export const presentFigures = (figures: Figures): CommissionFigures => ({
  earned: formatMicro(figures.earnedMicro),
  taken_back: formatMicro(figures.takenBackMicro),
  held: formatMicro(figures.heldMicro),
  free: formatMicro(figures.freeMicro),
  requested: formatMicro(figures.requestedMicro),
  paid: formatMicro(figures.paidMicro),
  held_until: figures.heldUntil?.toISOString() ?? null,
});
