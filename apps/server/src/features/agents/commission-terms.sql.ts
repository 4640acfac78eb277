import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';

/** The commission on a buyer's orders: the ledger account it goes to, and the rate in hundredths of a percent. */
export type CommissionTerms = { readonly account: bigint; readonly basisPoints: number };

type TermsRow = { readonly buyer_id: string; readonly account: string; readonly basis_points: number };

/**
 * By the buyer's id; absent where nobody earns: no agent, one who is paused or blocked, a rate of zero, or the buyer
 * as their own agent. The limit keeps the planner from reading all agents for a few buyers.
 */
export const commissionTermsOf = (
  buyerIds: readonly bigint[],
): Query<TermsRow, Map<bigint, CommissionTerms>> =>
  query(
    sql`
      select buyer.id::text as buyer_id, terms.* from users buyer
      cross join lateral (
        select account.id::text as account, agent.commission_basis_points as basis_points
        from agents agent
        join users person on person.id = agent.user_id
        join ledger_accounts account on account.user_id = agent.user_id and account.kind = 'commission'
        where agent.user_id = buyer.agent_id and agent.state = 'active'
          and agent.commission_basis_points > 0 and person.status = 'active'
        limit 1) terms
      where buyer.id = any(${idArray(buyerIds)}::bigint[]) and buyer.agent_id <> buyer.id`,
    (rows) =>
      new Map(
        rows.map(({ buyer_id, account, basis_points }) => [
          BigInt(buyer_id),
          { account: BigInt(account), basisPoints: basis_points },
        ]),
      ),
  );

const WHOLE = 10_000n;

/** In micro-USDT, rounded down. */
export const commissionMicro = (totalMicro: bigint, { basisPoints }: CommissionTerms): bigint =>
  (totalMicro * BigInt(basisPoints)) / WHOLE;
