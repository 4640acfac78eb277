import { formatMicro, type AgentMonth } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import { readSetting, resolvePeriod } from '../../settings/index.ts';

/** The order that commission came from, and what it is part of: the sale, or, negative, what was refunded of it. */
type CommissionedSale = { readonly orderNo: string; readonly saleMicro: bigint };

/** By the movement's id; movements that are no commission are absent. */
export async function findCommissionedSales(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<ReadonlyMap<bigint, CommissionedSale>> {
  const { rows } = await sql<CommissionedSale & { id: bigint }>`
    select m.id, o.order_no as "orderNo", coalesce(-entry.amount_micro, o.total_micro)::bigint as "saleMicro"
    from unnest(${idArray(movements.map(({ id }) => id))}::bigint[]) as wanted (id)
    join ledger_movements m on m.id = wanted.id
    left join order_timeline entry on m.kind = 'commissionReversal' and entry.id = m.reference
    join orders o on o.id = case m.kind when 'commission' then m.reference when 'commissionReversal' then entry.order_id end`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...sale }) => [id, sale]));
}

/**
 * An agent's commission on orders whose warranty lasts, or that are younger than so many days, less what was reversed
 * of it; and when the last of it becomes free.
 */
export async function readHeldCommission(
  { db, clock }: Ctx,
  agentId: bigint,
  leastDays: number,
): Promise<{ readonly heldMicro: bigint; readonly until: Date | null }> {
  const { rows } = await sql<{ held: string; until: Date | null }>`
    select coalesce(sum(micro), 0)::text as held, max(ends_at) filter (where micro > 0) as until from (
      select m.amount_micro - (
          select coalesce(sum(back.amount_micro), 0) from order_timeline e
          join ledger_movements back on back.kind = 'commissionReversal' and back.reference = e.id
          where e.order_id = o.id) as micro,
        greatest(
          least(o.created_at + o.warranty_hours * interval '1 hour', o.accounts_delete_at),
          o.created_at + ${leastDays}::int * interval '24 hours') as ends_at
      from ledger_accounts a
      join ledger_movements m on m.credit_account = a.id and m.credit_account >= 1000 and m.kind = 'commission'
      join orders o on o.id = m.reference
      where a.user_id = ${agentId} and a.kind = 'commission') as earned
    where ends_at > ${clock.now()}::timestamptz`.execute(db);
  const { held, until } = rows[0]!;
  return { heldMicro: BigInt(held), until };
}

type PartRow = {
  /** Of the part of a day; null for that of a buyer. */
  readonly day: string | null;
  /** Null for payouts, which come from nobody. */
  readonly buyer_id: bigint | null;
  readonly username: string | null;
  readonly joined_at: Date | null;
  readonly orders: bigint;
  readonly net_micro: bigint;
  readonly commission_micro: bigint;
  readonly paid_micro: bigint;
};

/** Of each month; a list of thousands tells nobody more. */
const MOST_BUYERS = 100;
/** Of a username: enough for an agent to tell their buyers apart, not to sign in as one. */
const SHOWN_CHARACTERS = 3;

/**
 * What an agent earned by the sales of a month (2026-11) in the shop's days: only sales that brought commission, so that
 * it is the rate's part of them.
 */
export async function readAgentMonth(ctx: Ctx, agentId: bigint, month: string): Promise<AgentMonth> {
  const { db } = ctx;
  const { from, end } = await monthOf(ctx, month);
  const zone = await readSetting(db, 'timeZone');
  const moved = sql`created_at >= ${from} and created_at < ${end}`;
  const { rows } = await sql<PartRow>`
    with account as (select id from ledger_accounts where user_id = ${agentId} and kind = 'commission'),
    moved as (
      select kind, reference, amount_micro, created_at from ledger_movements
        where credit_account = (select id from account) and credit_account >= 1000 and ${moved}
      union all
      select kind, reference, -amount_micro, created_at from ledger_movements
        where debit_account = (select id from account) and debit_account >= 1000 and ${moved}
      union all
      select kind, reference, -amount_micro, created_at from ledger_movements
        where debit_account = (select id from ledger_accounts where user_id = ${agentId} and kind = 'payoutReserve')
          and debit_account >= 1000 and kind = 'payout' and ${moved}),
    parts as (
      select ((m.created_at at time zone ${zone})::date)::text as day, o.user_id as buyer_id,
        count(*) filter (where m.kind = 'commission') as orders,
        coalesce(sum(coalesce(-entry.amount_micro, o.total_micro)), 0)::bigint as net_micro,
        coalesce(sum(m.amount_micro) filter (where m.kind <> 'payout'), 0)::bigint as commission_micro,
        coalesce(-sum(m.amount_micro) filter (where m.kind = 'payout'), 0)::bigint as paid_micro
      from (select * from moved where kind not in ('payoutRequest', 'payoutReturn')) m
      left join order_timeline entry on m.kind = 'commissionReversal' and entry.id = m.reference
      left join orders o on o.id = case m.kind when 'commission' then m.reference else entry.order_id end
      group by grouping sets ((1), (2)))
    select parts.*, u.username, u.created_at as joined_at from parts left join users u on u.id = parts.buyer_id
    order by day, net_micro desc, commission_micro desc, buyer_id`.execute(db);
  const reach = await readReach(db, agentId, { from, end, zone });
  const days = rows.filter((row) => row.day !== null);
  const buyers = rows.filter((row) => row.buyer_id !== null);
  const sum = (of: (row: PartRow) => bigint): string =>
    formatMicro(days.reduce((all, row) => all + of(row), 0n));
  const earnedIn = (row: PartRow) => ({
    net_sales: formatMicro(row.net_micro),
    commission: formatMicro(row.commission_micro),
  });
  return {
    month,
    net_sales: sum((row) => row.net_micro),
    commission: sum((row) => row.commission_micro),
    paid: sum((row) => row.paid_micro),
    ...reach,
    days: days.map((row) => ({ day: row.day!, ...earnedIn(row) })),
    buyers: buyers.slice(0, MOST_BUYERS).map((row) => ({
      name: maskUsername(row.username!),
      joined_at: row.joined_at!.toISOString(),
      orders: Number(row.orders),
      ...earnedIn(row),
    })),
    further_buyers: Math.max(0, buyers.length - MOST_BUYERS),
  };
}

/** How far an agent's link has led in a time: opened, signed up by it, ordered for the first time. */
async function readReach(
  db: Ctx['db'],
  agentId: bigint,
  { from, end, zone }: { readonly from: Date; readonly end: Date; readonly zone: string },
): Promise<Pick<AgentMonth, 'clicks' | 'sign_ups' | 'first_orders'>> {
  const { rows } = await sql<Pick<AgentMonth, 'clicks' | 'sign_ups' | 'first_orders'>>`
    select
      (select coalesce(sum(clicks), 0) from agent_clicks where agent_id = ${agentId}
        and day >= (${from}::timestamptz at time zone ${zone}::text)::date
        and day < (${end}::timestamptz at time zone ${zone}::text)::date)::int as clicks,
      (select count(*) from users where agent_id = ${agentId} and id <> ${agentId}
        and created_at >= ${from} and created_at < ${end})::int as sign_ups,
      (select count(*) from users buyer
        cross join lateral (select created_at from orders where user_id = buyer.id order by created_at limit 1) first
        where buyer.agent_id = ${agentId} and buyer.created_at < ${end}
          and first.created_at >= ${from} and first.created_at < ${end})::int as first_orders`.execute(db);
  return rows[0]!;
}

/** A short one shows nothing but its first letter. */
function maskUsername(name: string): string {
  const shown = name.length > 2 * SHOWN_CHARACTERS ? SHOWN_CHARACTERS : 1;
  return `${Array.from(name).slice(0, shown).join('')}•••`;
}

/** From the month's first moment in the shop's time zone up to before the next one's. */
export async function monthOf(
  { db }: Ctx,
  month: string,
): Promise<{ readonly from: Date; readonly end: Date }> {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const { from, end } = await resolvePeriod(db, { from: `${month}-01`, to: `${month}-${last}` });
  return { from: from!, end: end! };
}
