import { sql, type RawBuilder } from 'kysely';

/**
 * What movements and users add to the totals of their day. The rollup and the readers, who add what is not rolled up
 * yet, use the same queries, so the two cannot differ.
 */

/** Ids above `after`, up to `upTo` if given. */
export type IdSpan = { readonly after: bigint; readonly upTo?: bigint };

const within = ({ after, upTo }: IdSpan): RawBuilder<unknown> =>
  upTo === undefined ? sql`m.id > ${after}` : sql`m.id > ${after} and m.id <= ${upTo}`;

const dayOf = (timeZone: string): RawBuilder<unknown> =>
  sql`(m.created_at at time zone ${timeZone}::text)::date`;

/**
 * Sales by day, product and agent (0 for none, and everywhere without `byAgent`, which saves two lookups an order). The
 * agent is the one who earned the order's commission, even if the buyer's agent has changed since; without a commission,
 * the buyer's present agent. Sales and commissions refer to their order, refunds and reversals to an entry of the
 * order's timeline. The inner limits keep the planner from reading whole tables for a few rows.
 */
export const saleLines = (
  span: IdSpan,
  timeZone: string,
  { byAgent }: { readonly byAgent: boolean },
): RawBuilder<unknown> => sql`
  select ${dayOf(timeZone)} as day, o.goods_id, ${byAgent ? sql`coalesce(earner.user_id, buyer.agent_id, 0)` : sql`0`} as agent_id,
    count(*) filter (where m.kind = 'sale') as orders,
    coalesce(sum(o.quantity) filter (where m.kind = 'sale'), 0) as items,
    coalesce(sum(m.amount_micro) filter (where m.kind = 'sale'), 0) as amount_micro,
    count(*) filter (where m.kind = 'refund') as refunds,
    coalesce(sum(m.amount_micro) filter (where m.kind = 'refund'), 0) as refunded_micro,
    coalesce(sum(case m.kind when 'commission' then m.amount_micro
      when 'commissionReversal' then -m.amount_micro end), 0) as commission_micro
  from ledger_movements m
  cross join lateral (
    select id, goods_id, user_id, quantity from orders
    where id = case when m.kind in ('refund', 'commissionReversal')
      then (select order_id from order_timeline where id = m.reference) else m.reference end
    limit 1) o
  ${byAgent ? ofAgent : sql``}
  where ${within(span)} and m.kind in ('sale', 'refund', 'commission', 'commissionReversal')
  group by 1, 2, 3`;

const ofAgent = sql`
  cross join lateral (select agent_id from users where id = o.user_id limit 1) buyer
  left join lateral (
    select user_id from ledger_accounts
    where id = (select credit_account from ledger_movements where kind = 'commission' and reference = o.id)
    limit 1) earner on true`;

/** Deposits less reversed ones, by day and network. */
export const depositLines = (span: IdSpan, timeZone: string): RawBuilder<unknown> => sql`
  select ${dayOf(timeZone)} as day, inflow.network, count(*) filter (where m.kind = 'deposit') as deposits,
    sum(case m.kind when 'deposit' then m.amount_micro else -m.amount_micro end) as amount_micro
  from ledger_movements m
  cross join lateral (
    select network from ledger_accounts
    where id = case m.kind when 'deposit' then m.debit_account else m.credit_account end limit 1) inflow
  where ${within(span)} and m.kind in ('deposit', 'reversal', 'reversalDebt')
  group by 1, 2`;

/** Users who registered, by day. */
export const userLines = (span: IdSpan, timeZone: string): RawBuilder<unknown> => sql`
  select ${dayOf(timeZone)} as day, count(*) as users from users m where ${within(span)} group by 1`;
