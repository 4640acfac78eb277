import { sql, type RawBuilder } from 'kysely';
import { agentOfOrder } from '../orders/index.ts';
import type { IdSpan } from './daily-lines.sql.ts';
import type { Days } from './days.ts';

/**
 * What movements add to the sales of imports. Money that an order moved is divided among the imports that its accounts
 * came from, in the order of their ids, so that the parts are the whole to the last millionth. The rollup and the readers
 * use the same query, so the two cannot differ.
 */

/** The sums of imports by day and month, in the order of the tables' columns. */
export const BATCH_SUMS = [
  'items',
  'firsts',
  'replaced',
  'replaced_firsts',
  'amount_micro',
  'discount_micro',
  'refunded_micro',
  'commission_micro',
  'bonus_micro',
] as const;

type LineSpan = IdSpan & {
  readonly timeZone: string;
  /** Of other days only those near them. */
  readonly days?: Days;
};

/** The rows of a span, whose moment is in that column. */
const within = ({ after, upTo, days }: LineSpan, moment: string): RawBuilder<unknown> => {
  const parts = [sql`id > ${after}`];
  if (upTo !== undefined) parts.push(sql`id <= ${upTo}`);
  if (days !== undefined)
    parts.push(
      // In whichever time zone.
      sql`${sql.ref(moment)} >= ${days.from}::date - 2`,
      sql`${sql.ref(moment)} < ${days.to}::date + 3`,
    );
  return sql.join(parts, sql` and `);
};

const dayOf = (timeZone: string): RawBuilder<unknown> =>
  sql`(created_at at time zone ${timeZone}::text)::date`;

/**
 * By day, import, product and agent. `offset 0` keeps the planner to one look-up by index for each movement: how many
 * come after an id is estimated badly. A sale took the ranges of its order that are no replacements; a refund is of the
 * accounts that its entry names.
 */
export const batchLines = (span: LineSpan): RawBuilder<unknown> => sql`
  with moved as materialized (
    select id, kind, reference, amount_micro, ${dayOf(span.timeZone)} as day
    from ledger_movements
    where ${within(span, 'created_at')} and kind in ('sale', 'refund', 'commission', 'commissionReversal',
      'bonus', 'bonusReversal', 'bonusReversalDebt')),
  placed as materialized (
    select m.*, o.id as order_id, o.goods_id, o.user_id, o.agent_id, o.quantity, o.discount_micro,
      m.kind in ('sale', 'commission') as is_sale
    from moved m
    cross join lateral (
      select id, goods_id, user_id, agent_id, quantity, discount_micro from orders
      where id = case when m.kind in ('refund', 'commissionReversal')
        then (select order_id from order_timeline where id = m.reference) else m.reference end
      offset 0) o
    where m.kind not in ('bonus', 'bonusReversal', 'bonusReversalDebt')),
  piece as materialized (
    select placed.id, own.first_id, own.end_id from placed
    cross join lateral (
      select first_id, end_id from order_ranges range
      where range.order_id = placed.order_id and not exists (
        select from remedied_items remedied where remedied.order_id = placed.order_id
          and remedied.replaced_by >= range.first_id and remedied.replaced_by < range.end_id)
      offset 0) own
    where is_sale
    union all
    select placed.id, own.item_id, own.item_id + 1 from placed
    cross join lateral (
      select item_id from remedied_items
      where order_id = placed.order_id and timeline_id = placed.reference offset 0) own
    where not is_sale),
  part as materialized (
    select piece.id, batch.batch_id, batch.items, batch.firsts,
      sum(batch.items) over (partition by piece.id order by batch.first_id, piece.first_id rows unbounded preceding) as up_to,
      sum(batch.items) over (partition by piece.id) as whole
    from piece cross join lateral (${batchesOf(sql`piece`)}) batch),
  line as (
    select placed.day, placed.kind, placed.is_sale, placed.order_id, placed.user_id, placed.agent_id, placed.goods_id,
      coalesce(part.batch_id, 0) as batch_id, coalesce(part.items, placed.quantity) as items,
      coalesce(part.firsts, 0) as firsts,
      ${shareOf(sql`placed.amount_micro`)} as amount_micro, ${shareOf(sql`placed.discount_micro`)} as discount_micro
    from placed left join part on part.id = placed.id)
  select day, batch_id, goods_id, agent.id as agent_id,
    coalesce(sum(items) filter (where kind = 'sale'), 0)::bigint as items,
    coalesce(sum(firsts) filter (where kind = 'sale'), 0)::bigint as firsts,
    0::bigint as replaced, 0::bigint as replaced_firsts,
    coalesce(sum(amount_micro) filter (where kind = 'sale'), 0)::bigint as amount_micro,
    coalesce(sum(discount_micro) filter (where kind = 'sale'), 0)::bigint as discount_micro,
    coalesce(sum(amount_micro) filter (where kind = 'refund'), 0)::bigint as refunded_micro,
    coalesce(sum(case kind when 'commission' then amount_micro
      when 'commissionReversal' then -amount_micro end), 0)::bigint as commission_micro,
    0::bigint as bonus_micro
  from line cross join lateral (select ${agentOfOrder('line', 'order_id')} as id) agent
  group by 1, 2, 3, 4
  union all
  select m.day, 0, 0, earned.agent_id, 0, 0, 0, 0, 0, 0, 0, 0,
    sum(case m.kind when 'bonus' then m.amount_micro else -m.amount_micro end)::bigint
  from moved m
  cross join lateral (select agent_id from deposit_bonuses where deposit_id = m.reference offset 0) earned
  where m.kind in ('bonus', 'bonusReversal', 'bonusReversalDebt')
  group by 1, 4`;

/** Of a piece's part, as of an amount that all parts share. */
const shareOf = (amount: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (case when part.whole is null then ${amount}
    else div(${amount}::numeric * part.up_to, part.whole)
      - div(${amount}::numeric * (part.up_to - part.items), part.whole) end)`;

/** The imports of the items [first_id, end_id), each with how many of them are its, and whether its first one is. */
const batchesOf = (range: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select own.batch_id, own.first_id,
    least(own.end_id, ${range}.end_id) - greatest(own.first_id, ${range}.first_id) as items,
    (own.first_id >= ${range}.first_id and own.first_id = (
      select first_id from stock_batch_ranges where batch_id = own.batch_id order by first_id limit 1))::int as firsts
  from stock_batch_ranges own
  where own.end_id > ${range}.first_id and own.first_id < ${range}.end_id and own.first_id >= coalesce(
    (select first_id from stock_batch_ranges where first_id <= ${range}.first_id order by first_id desc limit 1),
    ${range}.first_id)
  offset 0`;

/** The same of accounts that replaced others; they move no money, and are found by the entries of orders' timelines. */
export const replacementLines = (span: LineSpan): RawBuilder<unknown> => sql`
  select line.day, line.batch_id, line.goods_id, agent.id as agent_id, 0::bigint as items, 0::bigint as firsts,
    sum(line.items)::bigint as replaced, sum(line.firsts)::bigint as replaced_firsts,
    0::bigint as amount_micro, 0::bigint as discount_micro, 0::bigint as refunded_micro, 0::bigint as commission_micro,
    0::bigint as bonus_micro
  from (
    select (entry.at at time zone ${span.timeZone}::text)::date as day, entry.order_id, o.user_id, o.agent_id, o.goods_id,
      batch.batch_id, batch.items, batch.firsts
    from (
      select id, order_id, at from order_timeline
      where ${within(span, 'at')} and kind = 'replaced' offset 0) entry
    cross join lateral (select user_id, agent_id, goods_id from orders where id = entry.order_id offset 0) o
    cross join lateral (
      select replaced_by as first_id, replaced_by + 1 as end_id from remedied_items
      where order_id = entry.order_id and timeline_id = entry.id offset 0) piece
    cross join lateral (${batchesOf(sql`piece`)}) batch) line
  cross join lateral (select ${agentOfOrder('line', 'order_id')} as id) agent
  group by 1, 2, 3, 4`;
