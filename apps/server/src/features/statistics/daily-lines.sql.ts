import { sql, type RawBuilder } from 'kysely';

/**
 * What movements and users add to the totals of their day. The rollup and the readers, who add what is not rolled up
 * yet, use the same queries, so the two cannot differ.
 */

/** Ids above `after`, up to `upTo` if given. */
export type IdSpan = { readonly after: bigint; readonly upTo?: bigint };

/** The sums of sales by day and month, in the order of the tables' columns. */
export const SALE_SUMS = [
  'orders',
  'items',
  'amount_micro',
  'refunds',
  'refunded_micro',
  'commission_micro',
] as const;

const within = ({ after, upTo }: IdSpan): RawBuilder<unknown> =>
  upTo === undefined ? sql`m.id > ${after}` : sql`m.id > ${after} and m.id <= ${upTo}`;

const dayOf = (timeZone: string): RawBuilder<unknown> =>
  sql`(m.created_at at time zone ${timeZone}::text)::date`;

/** The ids of a span's orders are read as one range while at least every so many-th of it is one of them. */
const DENSE = 4n;

/**
 * Sales by day, product, agent and level (0 for none, and everywhere without `byBuyer`). The agent is the one who had
 * brought the buyer when the order was placed; of an order of before, which does not say so, who earned its commission,
 * and without one the buyer's present agent.
 * The level is the one that the buyer had then, and of an order of before the present one.
 *
 * Sales and commissions refer to their order. Those of a span are nearly all orders of a range of ids, so the range is
 * read and joined: an eightieth of the pages that as many lookups take. Refunds and reversals refer to an entry of the
 * order's timeline; they are looked up one by one, and so are all if most of the range would be other orders.
 */
export const saleLines = (
  span: IdSpan,
  timeZone: string,
  { byBuyer }: { readonly byBuyer: boolean },
): RawBuilder<unknown> => sql`
  with moved as materialized (
    select m.id, m.kind, m.reference, m.amount_micro, ${dayOf(timeZone)} as day from ledger_movements m
    where ${within(span)} and m.kind in ('sale', 'refund', 'commission', 'commissionReversal')),
  range as materialized (
    select min(reference) as first, max(reference) as last,
      coalesce(max(reference) - min(reference) < count(*) * ${DENSE}::bigint, false) as is_dense
    from moved where kind in ('sale', 'commission'))
  select line.day, line.goods_id, ${byBuyer ? AGENT : sql`0`} as agent_id,
    ${byBuyer ? sql`coalesce(line.sold_at, buyer.level_id, 0)` : sql`0`} as level_id,
    count(*) filter (where kind = 'sale') as orders,
    coalesce(sum(quantity) filter (where kind = 'sale'), 0) as items,
    coalesce(sum(amount_micro) filter (where kind = 'sale'), 0) as amount_micro,
    count(*) filter (where kind = 'refund') as refunds,
    coalesce(sum(amount_micro) filter (where kind = 'refund'), 0) as refunded_micro,
    coalesce(sum(case kind when 'commission' then amount_micro
      when 'commissionReversal' then -amount_micro end), 0) as commission_micro
  from (${linesOfRange(byBuyer)} union all ${singleLines(byBuyer)}) line
  ${byBuyer ? ofBuyer : sql``}
  group by 1, 2, 3, 4`;

const isInRange = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${id} >= (select first from range) and ${id} <= (select last from range)`;

/**
 * Full joins, because they are never nested loops: how many movements came after an id is estimated badly. The last
 * condition leaves inner joins, and is not strict, so that the planner does not see it.
 */
const linesOfRange = (byBuyer: boolean): RawBuilder<unknown> => sql`
  select m.day, m.kind, m.amount_micro, o.goods_id, o.quantity, o.user_id, o.agent_id as sold_by, o.level_id as sold_at,
    ${byBuyer ? sql`earned.account` : sql`0`} as account
  from (select * from moved where kind in ('sale', 'commission')) m
  full join (select id, goods_id, user_id, quantity, agent_id, level_id from orders where ${isInRange(sql`id`)}) o on o.id = m.reference
  ${byBuyer ? commissionsOfRange : sql``}
  where (select is_dense from range) and coalesce(m.id, 0) > 0 and coalesce(o.id, 0) > 0`;

const commissionsOfRange = sql`
  full join (
    select reference, credit_account as account from ledger_movements
    where kind = 'commission' and ${isInRange(sql`reference`)}) earned on earned.reference = m.reference`;

/** The inner limits keep the planner from reading whole tables for a few rows. */
const singleLines = (byBuyer: boolean): RawBuilder<unknown> => sql`
  select m.day, m.kind, m.amount_micro, o.goods_id, o.quantity, o.user_id, o.agent_id as sold_by, o.level_id as sold_at,
    ${byBuyer ? commissionOfOne : sql`0`} as account
  from moved m
  cross join lateral (
    select id, goods_id, user_id, quantity, agent_id, level_id from orders
    where id = case when m.kind in ('refund', 'commissionReversal')
      then (select order_id from order_timeline where id = m.reference) else m.reference end
    limit 1) o
  where not (select is_dense from range) or m.kind in ('refund', 'commissionReversal')`;

const commissionOfOne = sql`
  (select credit_account from ledger_movements where kind = 'commission' and reference = o.id)`;

/** As `agentOfOrder` of the orders has it, without a look-up for each line. */
const AGENT = sql`coalesce(line.sold_by, earner.user_id, buyer.agent_id, 0)`;
const ofBuyer = sql`
  cross join lateral (select agent_id, level_id from users where id = line.user_id limit 1) buyer
  left join lateral (select user_id from ledger_accounts where id = line.account limit 1) earner on true`;

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
