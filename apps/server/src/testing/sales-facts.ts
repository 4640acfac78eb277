import type { Network } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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
