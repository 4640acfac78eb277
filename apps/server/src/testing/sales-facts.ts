import { formatMicro, type Network } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { findInflow } from '../features/ledger/balances.ts';
import type { Db } from '../platform/db/db.ts';

/** A fact that belongs into the totals of its day. */
export type Fact = { readonly at: Date; readonly goodsId: bigint; readonly agentId: bigint } & (
  | { readonly kind: 'sale'; readonly items: number; readonly amountMicro: bigint }
  | { readonly kind: 'refund' | 'commission' | 'commissionReversal'; readonly amountMicro: bigint }
);

export type Buyer = { readonly id: bigint; readonly agentId: bigint };

const OTHER_ACCOUNT = 5n;

async function move(db: Db, kind: string, reference: bigint, at: Date, amountMicro: bigint): Promise<void> {
  await sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    values (${kind}, ${reference}, 3, ${OTHER_ACCOUNT}, ${amountMicro}, ${at})`.execute(db);
}

/** Writes an order and its movement as the order engine does, without stock or balances; returns its id. */
export async function writeSale(db: Db, buyer: Buyer, fact: Fact & { kind: 'sale' }): Promise<bigint> {
  const unitMicro = fact.amountMicro / BigInt(fact.items);
  const no = `${fact.at.toISOString().replace(/\D/g, '').slice(2)}${randomUUID().slice(0, 8).toUpperCase()}`;
  const { rows } = await sql<{ id: bigint }>`
    insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro, email,
      idempotency_key, request_hash, created_at, accounts_delete_at)
    values (nextval('order_ids'), ${no}, ${buyer.id}, ${fact.goodsId}, ${fact.items}, 'random', ${unitMicro},
      ${fact.amountMicro}, 'buyer@example.test', ${randomUUID()}, 0, ${fact.at}, '2999-01-01') returning id`.execute(
    db,
  );
  await move(db, 'sale', rows[0]!.id, fact.at, fact.amountMicro);
  return rows[0]!.id;
}

export const writeCommission = (db: Db, orderId: bigint, { at, amountMicro }: Fact): Promise<void> =>
  move(db, 'commission', orderId, at, amountMicro);

/** Writes a refund: each movement refers to an entry of the order's timeline. */
export async function writeRefund(db: Db, orderId: bigint, facts: readonly Fact[]): Promise<void> {
  const { at, amountMicro } = facts[0]!;
  const { rows } = await sql<{ id: bigint }>`
    insert into order_timeline (order_id, placed_at, kind, at, amount_micro)
    select id, created_at, 'refunded', ${at}, ${amountMicro} from orders where id = ${orderId}
    returning id`.execute(db);
  for (const fact of facts) await move(db, fact.kind, rows[0]!.id, fact.at, fact.amountMicro);
}

let deposits = 5_000_000_000_000n;

/** Writes a deposit; with `isReversed`, half of it is reversed. */
export async function writeDeposit(
  db: Db,
  network: Network,
  at: Date,
  micro: bigint,
  isReversed = false,
): Promise<void> {
  deposits += BigInt(Math.floor(Math.random() * 1_000) + 1);
  const inflow = await findInflow(db, network);
  await sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    values ('deposit', ${deposits}, ${inflow}, 3, ${micro}, ${at})`.execute(db);
  if (!isReversed) return;
  await sql`insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    values ('reversal', ${deposits}, 3, ${inflow}, ${micro / 2n}, ${at})`.execute(db);
}

export async function writeUser(db: Db, at: Date, agentId: bigint | null): Promise<bigint> {
  const name = `figure-${randomUUID()}`;
  const { rows } = await sql<{ id: bigint }>`
    insert into users (username, username_key, email, email_key, password_hash, language, agent_id, created_at)
    values (${name}, ${name}, ${name}, ${name}, 'none', 'en', ${agentId}, ${at}) returning id`.execute(db);
  return rows[0]!.id;
}

export async function makeAgent(db: Db): Promise<bigint> {
  const id = await writeUser(db, new Date('2001-01-01'), null);
  const code = randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase();
  await sql`insert into agents (user_id, platform_name, promotion_code, created_at)
    values (${id}, ${`Agent ${code}`}, ${code}, now())`.execute(db);
  return id;
}

/** What a period's profit is made of. */
export type ProfitBook = Record<'revenue' | 'refunded' | 'cost' | 'commission' | 'bonus', bigint> & {
  readonly unknown: number;
  /** Revenue, refunds and bonuses by who had brought the buyer, without those who had none. */
  readonly agents: Record<string, readonly string[]>;
};

/** What the plain rows of a period say, account by account. */
export async function readProfitBook(
  db: Db,
  { from, to, zone }: { readonly from: string; readonly to: string; readonly zone: string },
  /** Who had brought the buyer of a deposit that earned a bonus, 0 for nobody. */
  broughtBy: ReadonlyMap<bigint, bigint>,
): Promise<ProfitBook> {
  const inDays = (at: string) =>
    sql`(${sql.raw(at)} at time zone ${zone}::text)::date between ${from}::date and ${to}::date`;
  const { rows: moved } = await sql<{ kind: string; micro: bigint }>`
    select kind, sum(amount_micro)::bigint as micro from ledger_movements where ${inDays('created_at')}
    group by 1`.execute(db);
  const of = (kind: string): bigint => moved.find((row) => row.kind === kind)?.micro ?? 0n;
  // An account left the shop when its order was placed, or when it replaced another one.
  const { rows: gone } = await sql<{ batch_id: bigint; id: bigint }>`
    select item.batch_id, item.id from stock_items item
    join order_ranges range on item.id >= range.first_id and item.id < range.end_id
    join orders on orders.id = range.order_id
    left join remedied_items remedied on remedied.replaced_by = item.id
    left join order_timeline entry on entry.id = remedied.timeline_id
    where ${inDays('coalesce(entry.at, orders.created_at)')}`.execute(db);
  const batches = await db.selectFrom('stock_batches').selectAll().execute();
  const { rows: items } = await sql<{ batch_id: bigint; id: bigint }>`
    select batch_id, id from stock_items order by id`.execute(db);
  const prices = new Map<bigint, bigint>();
  for (const { id, cost_micro: micro, cost_per: per } of batches) {
    const own = items.filter((item) => item.batch_id === id);
    if (micro === null) continue;
    const count = BigInt(own.length);
    own.forEach((item, index) =>
      prices.set(item.id, per === 'each' ? micro : micro / count + (index === 0 ? micro % count : 0n)),
    );
    if (per === 'all' && count > 0n)
      expect(own.reduce((sum, item) => sum + prices.get(item.id)!, 0n)).toBe(micro);
  }
  const { rows: brought } = await sql<{ id: string; revenue: bigint; refunded: bigint }>`
    select o.agent_id::text as id, coalesce(sum(m.amount_micro) filter (where m.kind = 'sale'), 0)::bigint as revenue,
      coalesce(sum(m.amount_micro) filter (where m.kind = 'refund'), 0)::bigint as refunded
    from ledger_movements m left join order_timeline e on m.kind = 'refund' and e.id = m.reference
    join orders o on o.id = coalesce(e.order_id, m.reference)
    where m.kind in ('sale', 'refund') and ${inDays('m.created_at')} group by 1`.execute(db);
  const { rows: given } = await sql<{ deposit: bigint; micro: bigint }>`
    select reference as deposit, sum(case kind when 'bonus' then amount_micro else -amount_micro end)::bigint as micro
    from ledger_movements
    where kind in ('bonus', 'bonusReversal', 'bonusReversalDebt') and ${inDays('created_at')} group by 1`.execute(
    db,
  );
  const bonuses = new Map<string, bigint>();
  for (const { deposit, micro } of given) {
    const agent = String(broughtBy.get(deposit));
    bonuses.set(agent, (bonuses.get(agent) ?? 0n) + micro);
  }
  const soldBy = new Map(brought.map((row) => [row.id, row]));
  return {
    agents: Object.fromEntries(
      [...new Set([...soldBy.keys(), ...bonuses.keys()])].map((id) => {
        const { revenue = 0n, refunded = 0n } = soldBy.get(id) ?? {};
        return [id, [revenue, refunded, bonuses.get(id) ?? 0n].map((micro) => formatMicro(micro))];
      }),
    ),
    revenue: of('sale'),
    refunded: of('refund'),
    commission: of('commission') - of('commissionReversal'),
    bonus: of('bonus') - of('bonusReversal') - of('bonusReversalDebt'),
    cost: gone.reduce((sum, { id }) => sum + (prices.get(id) ?? 0n), 0n),
    unknown: gone.filter(({ id }) => !prices.has(id)).length,
  };
}
