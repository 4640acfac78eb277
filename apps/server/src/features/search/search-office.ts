import { formatTxHash } from '@portside/chain';
import {
  formatMicro,
  parseMicro,
  textIn,
  type Data,
  type Input,
  type Language,
  type Network,
  type SearchHit,
} from '@portside/contract';
import { readOrderNoPart } from '@portside/contract/wire/pasted';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { holdsAction, requireAdmin } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { readAmounts } from '../../platform/read-amounts.ts';
import { findDepositsByPart } from '../deposits/index.ts';
import { findDeliveryEmails, findOrdersByEnd, findOrdersByReference } from '../orders/index.ts';
import { findRechargesByEnd, findRechargesByPart } from '../recharges/index.ts';
import { findUsersByPart, foldName } from '../users/index.ts';

/** Of each kind; the lists have the rest. */
const MOST = 6;

/** What is looked for: as it was typed, and as numbers are written. */
type Wanted = { readonly text: string; readonly number: string; readonly language: Language };

type Source = {
  /** The permission without which the kind is left out. */
  readonly action: string;
  readonly find: (db: Db, wanted: Wanted) => Promise<SearchHit[]>;
};

/** In the order in which they are shown. */
const SOURCES: readonly Source[] = [
  { action: 'order.read', find: findOrders },
  { action: 'user.read', find: findUsers },
  { action: 'recharge.read', find: findRecharges },
  { action: 'deposit.read', find: findDeposits },
  { action: 'support.read', find: findConversations },
  { action: 'stock.read', find: findProducts },
  { action: 'stock.read', find: findBatches },
  { action: 'stock.read', find: findSuppliers },
];

/** What a text finds, kind by kind, in those that the caller may read. */
export async function searchOffice(
  { db, actor, language }: Ctx,
  { query: { q } }: Input<'searchOffice'>,
): Promise<Data<'searchOffice'>> {
  requireAdmin(actor);
  const wanted = { text: q, number: q.replace(/^#|\s+/g, '').toUpperCase(), language };
  const mine = SOURCES.filter(({ action }) => holdsAction(actor, action));
  const found = await Promise.all(mine.map(({ find }) => find(db, wanted)));
  return { items: found.flat() };
}

const NUMBER = /^[0-9A-Z]{3,40}$/;
const EMAIL_START = /^[^\s@]+@\S*$/;

type OrderHit = {
  readonly order_no: string;
  readonly username: string;
  readonly email: string;
  /** What the buyer called it, where that was found. */
  readonly reference: string | null;
  readonly total_micro: bigint;
  readonly created_at: Date;
};

async function findOrders(db: Db, { text }: Wanted): Promise<SearchHit[]> {
  const number = readOrderNoPart(text);
  const isNumber = NUMBER.test(number);
  const isEmail = EMAIL_START.test(text);
  const ended = isNumber ? await findOrdersByEnd(db, number, MOST) : [];
  const called = await findOrdersByReference(db, text, MOST);
  const emails = isEmail ? await findDeliveryEmails(db, text, MOST) : [];
  const start = isNumber && /^\d/.test(number) ? number : '-';
  const { rows } = await sql<OrderHit>`
    select o.order_no, users.username, o.email, o.total_micro, o.created_at,
      case when starts_with(o.reference, ${text}) then o.reference end as reference from (
      (select * from orders where order_no >= ${start} and order_no < ${`${start}~`}
        order by order_no desc limit ${MOST})
      union (select * from orders where id = any(${idArray([...ended, ...called])}::bigint[]))
      union (
        select latest.* from unnest(${textArray(emails)}::text[]) as one (email)
        cross join lateral (
          select * from orders where lower(email) = one.email order by created_at desc limit ${MOST}) latest)) o
    join users on users.id = o.user_id
    order by coalesce(o.reference = ${text}, false) desc, o.order_no desc limit ${MOST}`.execute(db);
  return rows.map(({ order_no: id, username, email, reference, total_micro, created_at }) => ({
    kind: 'order',
    id,
    title: id,
    detail: [username, isEmail && email, reference].filter(Boolean).join(' · '),
    amount: formatMicro(total_micro),
    at: created_at.toISOString(),
  }));
}

type UserHit = { readonly id: bigint; readonly username: string; readonly email: string };

const readUsers = async (db: Db, ids: readonly bigint[]): Promise<UserHit[]> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where(sql<boolean>`id = any(${idArray(ids)}::bigint[])`)
    .execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
};

async function findUsers(db: Db, { text }: Wanted): Promise<SearchHit[]> {
  const users = await readUsers(db, await findUsersByPart(db, foldName(text), MOST));
  return users.map(({ id, username, email }) => ({
    kind: 'user',
    id: String(id),
    title: username,
    detail: email,
    amount: null,
    at: null,
  }));
}

type RechargeHit = {
  readonly order_id: string;
  readonly username: string;
  readonly pay_amount_micro: bigint;
  readonly created_at: Date;
};

/** What a text may mean as an amount, in micro-USDT; nothing without decimals, which most payments have in common. */
function amountsIn(text: string): bigint[] {
  if (!/\d[.,]\d/.test(text)) return [];
  const { amounts, ambiguous } = readAmounts([text]);
  const read = amounts.filter((amount) => typeof amount === 'bigint');
  return [...read, ...ambiguous.flatMap(({ point, comma }) => [parseMicro(point), parseMicro(comma)])];
}

async function findRecharges(db: Db, { text, number }: Wanted): Promise<SearchHit[]> {
  const digits = number.replace(/^RECH/, '');
  const isNumber = /^\d{4,17}$/.test(digits);
  const start = isNumber ? `RECH${digits}` : '-';
  const [ended, paid] = await Promise.all([
    isNumber ? findRechargesByEnd(db, digits, MOST) : [],
    findRechargesByPart(db, text, 'either', MOST),
  ]);
  const { rows } = await sql<RechargeHit>`
    select r.order_id, users.username, r.pay_amount_micro, r.created_at from (
      (select * from recharges where order_id >= ${start} and order_id <= ${`${start}9999999999999999`}
        order by order_id desc limit ${MOST})
      union (select * from recharges where id = any(${idArray([...ended, ...paid])}::bigint[]))
      union (
        select latest.* from unnest(${idArray(amountsIn(text))}::bigint[]) as one (micro)
        cross join lateral (
          select * from recharges where pay_amount_micro = one.micro order by id desc limit ${MOST}) latest)) r
    join users on users.id = r.user_id
    order by r.id desc limit ${MOST}`.execute(db);
  return rows.map(({ order_id: id, username, pay_amount_micro: micro, created_at }) => ({
    kind: 'recharge',
    id,
    title: id,
    detail: username,
    amount: formatMicro(micro),
    at: created_at.toISOString(),
  }));
}

type DepositHit = {
  readonly id: bigint;
  readonly network: Network;
  readonly tx_hash: Hex;
  readonly username: string | null;
  readonly amount_micro: bigint;
  readonly block_time: Date;
};

async function findDeposits(db: Db, { text }: Wanted): Promise<SearchHit[]> {
  const ids = await findDepositsByPart(db, text, 'either', MOST);
  const { rows } = await sql<DepositHit>`
    select d.id, d.network, d.tx_hash, users.username, d.amount_micro, d.block_time from deposits d
    left join users on users.id = coalesce(d.user_id, d.owner_id)
    where d.id in (
      select unnest(${idArray(ids)}::bigint[])
      union
      select latest.id from unnest(${idArray(amountsIn(text))}::bigint[]) as one (micro)
      cross join lateral (
        select id from deposits where amount_micro = one.micro order by id desc limit ${MOST}) latest)
    order by d.id desc limit ${MOST}`.execute(db);
  return rows.map(({ id, network, tx_hash: hash, username, amount_micro: micro, block_time: at }) => ({
    kind: 'deposit',
    id: String(id),
    title: formatTxHash(network, hash),
    detail: username ?? '',
    amount: formatMicro(micro),
    at: at.toISOString(),
  }));
}

/** By their reference, or their user. */
async function findConversations(db: Db, { text, number }: Wanted): Promise<SearchHit[]> {
  const users = await findUsersByPart(db, foldName(text), MOST);
  const { rows } = await sql<UserHit & { reference: string }>`
    select users.id, username, email, reference from support_conversations
    join users on users.id = user_id
    where last_message_id is not null
      and (reference = ${number} or user_id = any(${idArray(users)}::bigint[]))
    limit ${MOST}`.execute(db);
  return rows.map(({ id, username, reference }) => ({
    kind: 'conversation',
    id: String(id),
    title: username,
    detail: reference,
    amount: null,
    at: null,
  }));
}

type GoodsHit = { readonly id: bigint; readonly name: Partial<Record<Language, string>> };

/** Products are few: their names are read through. */
async function findProducts(db: Db, { text, language }: Wanted): Promise<SearchHit[]> {
  const { rows } = await sql<GoodsHit>`
    select id, name from goods
    where id::text = ${text} or exists (
      select from jsonb_each_text(name) as one (language, text) where strpos(lower(text), ${text.toLowerCase()}) > 0)
    order by on_sale desc, sort, id limit ${MOST}`.execute(db);
  return rows.map(({ id, name }) => ({
    kind: 'goods',
    id: String(id),
    title: textIn(name, language),
    detail: '',
    amount: null,
    at: null,
  }));
}

type BatchHit = GoodsHit & {
  readonly note: string;
  readonly file_name: string | null;
  readonly created_at: Date;
};

/** So are batches. */
async function findBatches(db: Db, { text, language }: Wanted): Promise<SearchHit[]> {
  const part = text.toLowerCase();
  const { rows } = await sql<BatchHit>`
    select b.id, goods.name, b.note, b.file_name, b.created_at from stock_batches b
    join goods on goods.id = b.goods_id
    where b.id::text = ${text} or strpos(lower(b.note), ${part}) > 0 or strpos(lower(b.file_name), ${part}) > 0
    order by b.id desc limit ${MOST}`.execute(db);
  return rows.map(({ id, name, note, file_name: file, created_at }) => ({
    kind: 'batch',
    id: String(id),
    title: `#${id}`,
    detail: [textIn(name, language), note || file].filter(Boolean).join(' · '),
    amount: null,
    at: created_at.toISOString(),
  }));
}

type SupplierHit = { readonly id: bigint; readonly name: string; readonly contact: string };

/** Suppliers by any part of their name or contact. */
async function findSuppliers(db: Db, { text }: Wanted): Promise<SearchHit[]> {
  const part = text.toLowerCase();
  const { rows } = await sql<SupplierHit>`
    select id, name, contact from suppliers
    where strpos(name_key, ${part}) > 0 or strpos(lower(contact), ${part}) > 0
    order by name_key limit ${MOST}`.execute(db);
  return rows.map(({ id, name, contact }) => ({
    kind: 'supplier',
    id: String(id),
    title: name,
    detail: contact,
    amount: null,
    at: null,
  }));
}
