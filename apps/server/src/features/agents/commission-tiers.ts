import { parseMicro, type CommissionTier } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query, type Write } from '../../platform/db/pipeline.ts';
import type { Commission } from '../ledger/index.ts';
import { shopTimeZone } from '../settings/index.ts';

/** The commission on a buyer's orders: whose, the ledger account it goes to, and the rate in hundredths of a percent. */
export type CommissionTerms = {
  readonly agentId: bigint;
  readonly account: bigint;
  readonly basisPoints: number;
};

/** Percent in hundredths: at most two decimals. */
export const basisPointsOf = ({ percent }: CommissionTier): number => Number(parseMicro(percent) / 10_000n);

/** In hundredths of a percent: the agent's own rate, or that of the tier which so many net sales reach, if higher. */
export const rateAt = (ownBasisPoints: number, tiers: readonly CommissionTier[], netMicro: bigint): number =>
  Math.max(ownBasisPoints, ...tiers.filter(({ from }) => parseMicro(from) <= netMicro).map(basisPointsOf));

export const monthAt = (at: Date): RawBuilder<unknown> =>
  sql`date_trunc('month', ${at}::timestamptz at time zone ${shopTimeZone})::date`;

/** The net sales that decide an agent's rate: of this month or the one before, whichever are more. */
export const decidingSales = (now: Date): RawBuilder<unknown> => sql`
  greatest(0, coalesce((select max(net_micro) from agent_sales sales where sales.agent_id = agent.user_id
    and sales.month in (${monthAt(now)}, (${monthAt(now)} - interval '1 month')::date)), 0))::text`;

export const tiersOfAgent = sql`
  coalesce(agent.commission_tiers, (select value from settings where key = 'commission_tiers'), '[]'::jsonb)`;

type TermsRow = {
  readonly buyer_id: string;
  readonly agent_id: string;
  readonly account: string;
  readonly basis_points: number;
  readonly tiers: readonly CommissionTier[];
  readonly net: string;
};

/**
 * By the buyer's id; absent if nobody can earn: no agent, one who is paused or blocked, a rate of zero that no tier
 * raises, or the buyer as their own agent. The limit keeps the planner from reading all agents for a few buyers.
 */
export const commissionTermsOf = (
  buyerIds: readonly bigint[],
  now: Date,
): Query<TermsRow, Map<bigint, CommissionTerms>> =>
  query(
    sql`
      select buyer.id::text as buyer_id, terms.* from users buyer
      cross join lateral (
        select agent.user_id::text as agent_id, account.id::text as account,
          agent.commission_basis_points as basis_points, ${tiersOfAgent} as tiers, ${decidingSales(now)} as net
        from agents agent
        join users person on person.id = agent.user_id
        join ledger_accounts account on account.user_id = agent.user_id and account.kind = 'commission'
        where agent.user_id = buyer.agent_id and agent.state = 'active' and person.status = 'active'
        limit 1) terms
      where buyer.id = any(${idArray(buyerIds)}::bigint[]) and buyer.agent_id <> buyer.id`,
    (rows) => {
      const earning = rows.filter(
        (row) => row.basis_points > 0 || row.tiers.some((tier) => basisPointsOf(tier) > 0),
      );
      const terms = earning.map((row): [bigint, CommissionTerms] => [
        BigInt(row.buyer_id),
        {
          agentId: BigInt(row.agent_id),
          account: BigInt(row.account),
          basisPoints: rateAt(row.basis_points, row.tiers, BigInt(row.net)),
        },
      ]);
      return new Map(terms);
    },
  );

const WHOLE = 10_000n;

/** In micro-USDT, rounded down. */
const commissionMicro = (totalMicro: bigint, { basisPoints }: Pick<CommissionTerms, 'basisPoints'>): bigint =>
  (totalMicro * BigInt(basisPoints)) / WHOLE;

/** What an agent earns by an order, which may be nothing yet. */
type EarnedCommission = Commission & { readonly agentId: bigint; readonly totalMicro: bigint };

type Sold = { readonly id: bigint; readonly user_id: bigint; readonly total_micro: bigint };

/** The commission of each order whose buyer has an agent; zero below the first tier, or rounded down. */
export const computeCommissions = (
  orders: readonly Sold[],
  terms: ReadonlyMap<bigint, CommissionTerms>,
): EarnedCommission[] =>
  orders.flatMap(({ id, user_id, total_micro }) => {
    const own = terms.get(user_id);
    if (!own) return [];
    const { agentId, account } = own;
    const amountMicro = commissionMicro(total_micro, own);
    return [{ orderId: id, account, amountMicro, agentId, totalMicro: total_micro }];
  });

type AgentSale = { readonly agentId: bigint; readonly totalMicro: bigint };

/** Counts sales towards their agents' tiers, for the caller to combine with the commission. */
export function countAgentSales(sales: readonly AgentSale[], now: Date): Write[] {
  if (sales.length === 0) return [];
  const sums = new Map<bigint, bigint>();
  for (const { agentId, totalMicro } of sales) sums.set(agentId, (sums.get(agentId) ?? 0n) + totalMicro);
  const statement = sql`
    insert into agent_sales as known (agent_id, month, net_micro)
    select agent_id, ${monthAt(now)}, micro from unnest(
      ${idArray([...sums.keys()])}::bigint[], ${idArray([...sums.values()])}::bigint[]) as sold (agent_id, micro)
    order by agent_id
    on conflict (agent_id, month) do update set net_micro = known.net_micro + excluded.net_micro`;
  return [{ statement }];
}

type AgentRefund = {
  readonly order: {
    readonly agent_id: bigint | null;
    readonly counts_for_agent: boolean;
    readonly created_at: Date;
  };
  /** The commission account that earned by the order; absent if nobody did. */
  readonly account: bigint | undefined;
  readonly amountMicro: bigint;
};

/**
 * Takes a refund from the sales of the month of its order, if they count it. An order of before does not say so: it can
 * only have been counted for who earned by it, and its month is never taken below zero.
 */
export async function takeBackAgentSale(
  { db }: Ctx,
  { order, account, amountMicro }: AgentRefund,
): Promise<void> {
  const { agent_id: agentId, counts_for_agent: counts, created_at: soldAt } = order;
  if (agentId === null ? account === undefined : !counts) return;
  await sql`
    update agent_sales set net_micro = greatest(0, net_micro - ${amountMicro}::bigint)
    where month = ${monthAt(soldAt)} and agent_id = ${
      agentId ?? sql`(select user_id from ledger_accounts where id = ${account})`
    }`.execute(db);
}
