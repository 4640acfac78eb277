import {
  formatMicro,
  TIMELINE_KINDS,
  type Data,
  type Input,
  textIn,
  type Language,
} from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import { holdsAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findUser } from '../users/index.ts';
import type { Db } from '../../platform/db/db.ts';

type Kind = (typeof TIMELINE_KINDS)[number];

/** Selects `at`, `key`, `reference`, `micro`, `text` and `actor_id` of a user's entries, without an order. */
type Source = {
  readonly kind: Kind;
  /** The permission without which it is left out, besides that for users. */
  readonly action?: string;
  readonly select: (userId: bigint) => RawBuilder<unknown>;
};

const NOTHING = sql`null::text as reference, null::bigint as micro, '' as text, null::bigint as actor_id`;

const SOURCES: readonly Source[] = [
  {
    kind: 'registered',
    select: (id) => sql`select created_at as at, id as key, ${NOTHING} from users where id = ${id}`,
  },
  {
    kind: 'order',
    action: 'order.read',
    select: (id) => sql`
      select created_at as at, id as key, order_no as reference, total_micro as micro, quantity::text as text,
        null::bigint as actor_id
      from orders where user_id = ${id}`,
  },
  {
    kind: 'refund',
    action: 'order.read',
    select: (id) => sql`
      select t.at, t.id as key, o.order_no as reference, t.amount_micro as micro, t.note as text, t.actor_id
      from orders o join order_timeline t on t.order_id = o.id
      where o.user_id = ${id} and o.refunded_quantity > 0 and t.kind = 'refunded'`,
  },
  {
    kind: 'claim',
    action: 'claim.read',
    select: (id) => sql`
      select c.created_at as at, c.id as key, o.order_no as reference, null::bigint as micro, c.reason as text,
        null::bigint as actor_id
      from warranty_claims c join orders o on o.id = c.order_id where c.user_id = ${id}`,
  },
  {
    kind: 'claimSettled',
    action: 'claim.read',
    select: (id) => sql`
      select c.settled_at as at, c.id as key, o.order_no as reference, null::bigint as micro, c.answer as text,
        c.settled_by as actor_id
      from warranty_claims c join orders o on o.id = c.order_id
      where c.user_id = ${id} and c.settled_at is not null`,
  },
  {
    kind: 'recharge',
    action: 'recharge.read',
    select: (id) => sql`
      select created_at as at, id as key, order_id as reference, pay_amount_micro as micro, state as text,
        null::bigint as actor_id
      from recharges where user_id = ${id} and is_requested`,
  },
  {
    kind: 'deposit',
    action: 'deposit.read',
    select: (id) => sql`
      select recorded_at as at, id as key, id::text as reference, amount_micro as micro, network as text,
        null::bigint as actor_id
      from deposits where user_id = ${id}`,
  },
  {
    // What is neither an order nor a deposit of its own.
    kind: 'adjustment',
    select: (id) => sql`
      select created_at as at, id as key, kind as reference,
        case when debit_account = ${id}::bigint then -amount_micro else amount_micro end as micro, '' as text,
        null::bigint as actor_id
      from (
        select * from ledger_movements where debit_account = ${id}::bigint and debit_account >= 1000
        union all
        select * from ledger_movements where credit_account = ${id}::bigint and credit_account >= 1000) moved
      where kind not in ('sale', 'refund', 'credit')`,
  },
  {
    kind: 'message',
    action: 'support.read',
    select: (id) => sql`
      select created_at as at, id as key, null::text as reference, null::bigint as micro, coalesce(text, '') as text,
        null::bigint as actor_id
      from support_messages where user_id = ${id} and sender = 'user'`,
  },
  {
    kind: 'answer',
    action: 'support.read',
    select: (id) => sql`
      select created_at as at, id as key, null::text as reference, null::bigint as micro, coalesce(text, '') as text,
        answered_by as actor_id
      from support_messages where user_id = ${id} and sender = 'shop'`,
  },
  {
    kind: 'note',
    select: (id) => sql`
      select created_at as at, id as key, null::text as reference, null::bigint as micro, text, written_by as actor_id
      from notes where subject = 'user' and subject_id = ${id}`,
  },
  {
    kind: 'signIn',
    action: 'user.sessions',
    select: (id) => sql`
      select created_at as at, id as key, null::text as reference, null::bigint as micro, address as text,
        null::bigint as actor_id
      from sessions where user_id = ${id}`,
  },
  {
    kind: 'change',
    action: 'audit.read',
    select: (id) => sql`
      select at, id as key, action as reference, null::bigint as micro, '' as text, user_id as actor_id
      from audit_entries where subject = ${`user:${id}`} and action not like 'note.%'`,
  },
];

type Row = {
  readonly kind: Kind;
  readonly at: Date;
  /** Microseconds: a Date has none. */
  readonly stamp: bigint;
  readonly key: bigint;
  readonly reference: string | null;
  readonly micro: bigint | null;
  readonly text: string;
  readonly actor: string | null;
};

/** Sorts before every other kind. */
const CURSOR = /^(\d{1,18})\.(\d{1,2})\.(\d{1,18})$/;
const stampOf = sql`(extract(epoch from at) * 1000000)::bigint`;

/** The next entries of every kind, of which the newest are shown. Refuses an unknown user (notFound). */
export async function listUserTimeline(
  { db, actor }: Ctx,
  { params, query: { limit, cursor } }: Input<'listUserTimeline'>,
): Promise<Data<'listUserTimeline'>> {
  const { id } = (await findUser(db, BigInt(params.id))) ?? refuse('notFound');
  const past =
    cursor === undefined ? null : (CURSOR.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong'));
  const parts = SOURCES.filter(({ action }) => action === undefined || holdsAction(actor, action)).map(
    ({ kind, select }) => {
      const rank = TIMELINE_KINDS.indexOf(kind);
      const before = past
        ? sql`at < ${new Date(Number(BigInt(past[1]!) / 1000n) + 1)}
            and (${stampOf}, ${rank}::int, key) < (${past[1]}::bigint, ${past[2]}::int, ${past[3]}::bigint)`
        : sql`true`;
      return sql`(
        select ${kind}::text as kind, ${rank}::int as rank, ${stampOf} as stamp, one.* from (${select(id)}) one
        where ${before} order by at desc, key desc limit ${limit + 1})`;
    },
  );
  const { rows } = await sql<Row & { rank: number }>`
    select entry.*, users.username as actor from (${sql.join(parts, sql` union all `)}) entry
    left join users on users.id = entry.actor_id
    order by stamp desc, rank desc, key desc limit ${limit + 1}`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ kind, at, reference, micro, text, actor: colleague }) => ({
      kind,
      at: at.toISOString(),
      reference,
      amount: micro === null ? null : formatMicro(micro),
      text,
      actor: colleague,
    })),
    next_cursor: rows.length > limit && last ? `${last.stamp}.${last.rank}.${last.key}` : null,
    total: null,
  };
}

type Names = Partial<Record<Language, string>>;

type Figures = {
  readonly balance_micro: bigint;
  readonly debt_micro: bigint;
  readonly level: Names | null;
  readonly agent: string | null;
  readonly orders: number;
  readonly accounts: number;
  readonly paid_micro: bigint;
  readonly refunded_micro: bigint;
  readonly last_order_at: Date | null;
  readonly claimed: number;
  readonly remedied: number;
  readonly open_claims: number;
  readonly recharges: number;
  readonly credited_recharges: number;
  readonly deposited_micro: bigint;
  readonly reference: string | null;
  readonly unread: number | null;
};

/** Each table is read by its index of the user, once. */
async function readFigures(db: Db, id: bigint): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select balance_micro from ledger_accounts where user_id = u.id and kind = 'available') as balance_micro,
      coalesce((select balance_micro from ledger_accounts where user_id = u.id and kind = 'debt'), 0) as debt_micro,
      (select name from buyer_levels where id = u.level_id) as level,
      (select platform_name from agents where user_id = u.agent_id) as agent,
      bought.*, claimed.*, topped.*,
      (select coalesce(sum(amount_micro), 0)::bigint from deposits
        where user_id = u.id and state = 'credited') as deposited_micro,
      talk.reference, talk.unread_by_shop as unread
    from users u
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(quantity), 0)::int as accounts,
        coalesce(sum(total_micro), 0)::bigint as paid_micro, max(created_at) as last_order_at,
        coalesce((select sum(t.amount_micro) from orders r join order_timeline t on t.order_id = r.id
          where r.user_id = u.id and r.refunded_quantity > 0 and t.kind = 'refunded'), 0)::bigint as refunded_micro
      from orders where user_id = u.id) bought
    cross join lateral (
      select coalesce(sum(quantity), 0)::int as claimed, (count(*) filter (where state = 'open'))::int as open_claims,
        (select count(*)::int from warranty_claims c
          join warranty_claim_items i on i.claim_id = c.id join remedied_items r on r.item_id = i.item_id
          where c.user_id = u.id) as remedied
      from warranty_claims where user_id = u.id) claimed
    cross join lateral (
      select count(*)::int as recharges, (count(*) filter (where state = 'credited'))::int as credited_recharges
      from recharges where user_id = u.id) topped
    left join support_conversations talk on talk.user_id = u.id and talk.last_message_id is not null
    where u.id = ${id}`.execute(db);
  return rows[0]!;
}

const MOST_ORDERS = 5;

type LatestOrder = {
  readonly order_no: string;
  readonly name: Names;
  readonly quantity: number;
  readonly total_micro: bigint;
  readonly created_at: Date;
};

async function findLatest(db: Db, id: bigint): Promise<LatestOrder[]> {
  const { rows } = await sql<LatestOrder>`
    select o.order_no, goods.name, o.quantity, o.total_micro, o.created_at from orders o
    join goods on goods.id = o.goods_id
    where o.user_id = ${id} order by o.created_at desc limit ${MOST_ORDERS}`.execute(db);
  return rows;
}

/** A user at a glance. Refuses an unknown one (notFound). */
export async function readUserOverview(
  { db, actor, language }: Ctx,
  { params }: Input<'readUserOverview'>,
): Promise<Data<'readUserOverview'>> {
  const user = (await findUser(db, BigInt(params.id))) ?? refuse('notFound');
  const [figures, latest] = await Promise.all([
    readFigures(db, user.id),
    holdsAction(actor, 'order.read') ? findLatest(db, user.id) : [],
  ]);
  const { level, agent, reference, unread } = figures;
  return {
    id: user.id.toString(),
    username: user.username,
    email: user.email,
    status: user.status,
    language: user.language,
    created_at: user.created_at.toISOString(),
    balance: formatMicro(figures.balance_micro),
    debt: formatMicro(figures.debt_micro),
    level: level && textIn(level, language),
    agent: agent !== null && user.agent_id !== null ? { id: user.agent_id.toString(), name: agent } : null,
    orders: figures.orders,
    accounts: figures.accounts,
    paid: formatMicro(figures.paid_micro),
    refunded: formatMicro(figures.refunded_micro),
    claimed_accounts: figures.claimed,
    remedied_accounts: figures.remedied,
    open_claims: figures.open_claims,
    recharges: figures.recharges,
    credited_recharges: figures.credited_recharges,
    deposited: formatMicro(figures.deposited_micro),
    last_order_at: figures.last_order_at && figures.last_order_at.toISOString(),
    latest_orders: latest.map(({ order_no, name, quantity, total_micro: micro, created_at: at }) => ({
      order_no,
      goods: textIn(name, language),
      quantity,
      amount: formatMicro(micro),
      at: at.toISOString(),
    })),
    support:
      reference !== null && holdsAction(actor, 'support.read') ? { reference, unread: unread ?? 0 } : null,
  };
}
