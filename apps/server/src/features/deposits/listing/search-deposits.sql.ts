import { NETWORKS, type Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import {
  afterPosition,
  directionOf,
  type IdBounds,
  type IdPosition,
  type Start,
} from '../../../platform/lists/by-id.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isLost } from '../following/chains.sql.ts';
import type { DepositState } from '../deposit-states.ts';
import type { DepositRow } from '../deposits.sql.ts';
import { amountOrder, type AmountPlace } from '../../../platform/lists/page-reader.ts';
import { familyOf, formatAddress, rangeOfBase58 } from '@portside/chain';

/** A user's deposits: those credited to them, and the held ones that paid their top-ups in review. */
type Owner = { readonly userId: bigint; readonly heldIds: readonly bigint[] };

export type DepositFilter = {
  readonly network: Network | undefined;
  readonly state: DepositState | undefined;
  readonly txHash: Hex | undefined;
  /** Found by a part of their hash or sender; absent: any. */
  readonly ids?: readonly bigint[] | undefined;
  readonly senders: readonly Hex[] | undefined;
  readonly owner: Owner | undefined;
  /** Unmatched deposits below it are left out, and so is every deposit of zero micro-USDT. */
  readonly displayMinimumMicro: bigint;
  /** Only those that were not found again and are not decided. */
  readonly isLost: boolean;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** With the credited user and the top-up paid; for a held deposit, the top-up in review and its buyer. */
export type FoundDeposit = DepositRow & {
  readonly username: string | null;
  readonly order_id: string | null;
};

const selectFound = (db: Db) =>
  db
    .selectFrom('deposits as d')
    .leftJoin('users as u', (on) =>
      on.on(sql<boolean>`u.id = coalesce(d.user_id, case when d.state = 'small' then d.owner_id end)`),
    )
    .selectAll('d')
    .select([
      sql<string | null>`coalesce(u.username, ${fromRechargeInReview('w.username')})`.as('username'),
      sql<
        string | null
      >`coalesce((select r.order_id from recharge_deposits rd join recharges r on r.id = rd.recharge_id
        where rd.deposit_id = d.id), ${fromRechargeInReview('r.order_id')})`.as('order_id'),
    ]);

/** A column of the top-up in review that a held deposit paid, found as in `findReviewed` of recharges. */
const fromRechargeInReview = (column: 'r.order_id' | 'r.user_id' | 'w.username') => sql<string | null>`
  case when d.state = 'held' then (
    select ${sql.ref(column)} from recharges r join users w on w.id = r.user_id
    where r.chain_id = d.chain_id and r.state = 'review' and r.tx_hash = d.tx_hash
      and case when d.owner_id is null
        then (r.pay_amount_micro = d.amount_micro and r.wallet_address = d.to_address) or r.order_ref = d.order_ref
        else r.user_id = d.owner_id and r.wallet_address = d.to_address end
    order by r.pay_amount_micro = d.amount_micro desc, r.id limit 1) end`;

/** The held deposits listed as a user's, found through their top-ups in review, which are few and indexed. */
export async function findHeldFor(db: Db, userId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct d.id from recharges own
    join deposits d on d.chain_id = own.chain_id and d.tx_hash = own.tx_hash and d.state = 'held'
    where own.user_id = ${userId} and own.network = any(${textArray(NETWORKS)}::text[])
      and own.state = 'review' and ${fromRechargeInReview('r.user_id')} = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deposits between the ids, in the order of recording. */
export const findDeposits = (
  db: Db,
  filter: DepositFilter,
  { lowest, highest }: IdBounds,
  position: IdPosition,
  limit: number,
): Promise<FoundDeposit[]> =>
  selectFound(db)
    .where(filter.owner?.heldIds.length ? inEither(filter, filter.owner, position, limit) : meets(filter))
    .where('d.id', '>=', lowest)
    .where('d.id', '<=', highest)
    .where(afterPosition('d.id', position))
    .orderBy('d.id', directionOf(position))
    .limit(limit)
    .execute();

/** The lowest and highest id of all deposits; null where there are none. */
export async function findBounds(db: Db): Promise<IdBounds | null> {
  const { rows } = await sql<{ [Bound in keyof IdBounds]: bigint | null }>`
    select min(id) as lowest, max(id) as highest from deposits`.execute(db);
  const { lowest, highest } = rows[0]!;
  return lowest === null || highest === null ? null : { lowest, highest };
}

/** The first deposit recorded at that time or later; null where there is none. */
export async function findIdFrom(db: Db, time: Date): Promise<bigint | null> {
  const found = await db
    .selectFrom('deposits')
    .select('id')
    .where('recorded_at', '>=', time)
    .orderBy('recorded_at')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The next credited and held ones, each by an index of its own: no index serves both conditions in list order. */
function inEither(
  filter: DepositFilter,
  owner: Owner,
  position: IdPosition,
  limit: number,
): RawBuilder<boolean> {
  const credited = sql`(
    select d.id from deposits d
    where ${meets({ ...filter, owner: { ...owner, heldIds: [] } })} and ${afterPosition('d.id', position)}
    order by d.id ${sql.raw(directionOf(position))} limit ${limit})`;
  const held = sql`(
    select d.id from deposits d where d.id = any(${idArray(owner.heldIds)}::bigint[])
      and ${meets({ ...filter, owner: undefined })})`;
  return sql`d.id in (${credited} union all ${held})`;
}

const isOwnedBy = ({ userId, heldIds }: Owner): RawBuilder<boolean> =>
  heldIds.length === 0
    ? sql`d.user_id = ${userId}`
    : sql`(d.user_id = ${userId} or d.id = any(${idArray(heldIds)}::bigint[]))`;

function meets(filter: DepositFilter): RawBuilder<boolean> {
  const { network, state, txHash, ids, senders, owner, displayMinimumMicro, from, to } = filter;
  const parts = [
    sql`(d.amount_micro >= ${displayMinimumMicro} or (d.state <> 'unmatched' and d.amount_micro > 0))`,
  ];
  if (network !== undefined) parts.push(sql`d.network = ${network}`);
  if (state !== undefined) parts.push(sql`d.state = ${state}`);
  if (txHash !== undefined) parts.push(sql`d.tx_hash = ${txHash}`);
  if (ids !== undefined) parts.push(sql`d.id = any(${idArray(ids)}::bigint[])`);
  if (senders !== undefined) parts.push(sql`d.from_address = any(${textArray(senders)}::text[])`);
  if (owner !== undefined) parts.push(isOwnedBy(owner));
  if (filter.isLost) parts.push(isLost('d'));
  if (from !== undefined) parts.push(sql`d.recorded_at >= ${from}`);
  if (to !== undefined) parts.push(sql`d.recorded_at <= ${to}`);
  return sql`${sql.join(parts, sql` and `)}`;
}

/** The next deposits by amount. They are chosen before their users and top-ups are looked up. */
export function findDepositsByAmount(
  db: Db,
  filter: DepositFilter,
  start: Start<AmountPlace<bigint>>,
  limit: number,
  apart: RawBuilder<unknown>,
): Promise<FoundDeposit[]> {
  const { by, after } = amountOrder('d.amount_micro', 'd.id', start);
  const chosen = sql<bigint>`(
    select d.id from (select * from deposits d where ${meets(filter)} and ${after} ${apart}) d
    order by ${by} limit ${limit})`;
  return selectFound(db)
    .where('d.id', 'in', chosen)
    .orderBy('d.amount_micro', directionOf(start))
    .orderBy('d.id', directionOf(start))
    .execute();
}

/** What somebody knows of a hash or an address: how it begins, how it ends, or both, as pages shorten it. */
type HexPart = { readonly start: string; readonly end: string };

/** With less, a large part of all would match. */
const SHORTEST = 4;
/** Sorts after every digit of a hash or an address. */
const LAST = '~';
const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** How people and pages leave out the middle. */
const GAP = /\s*(?:…|\.{2,}|\*{2,})\s*/;
const HEX = /^[0-9a-f]*$/;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** The parts of a text without what stands for its middle; null if there is too little of it. */
function splitPart(text: string): HexPart | null {
  const [start = '', end = '', ...others] = text.trim().split(GAP);
  return others.length > 0 || start.length + end.length < SHORTEST ? null : { start, end };
}

/** Of a hash or a hexadecimal address, with 0x or without; null for any other text. */
export function readHexPart(text: string): HexPart | null {
  const part = splitPart(text.toLowerCase());
  if (part === null) return null;
  const start = part.start.replace(/^0x/, '');
  const isHex = HEX.test(start) && HEX.test(part.end);
  return isHex && start.length + part.end.length >= SHORTEST && start.length <= 64
    ? { start, end: part.end }
    : null;
}

/** Of an address as TRON writes it. */
function readBase58Part(text: string): HexPart | null {
  const part = splitPart(text);
  return part && BASE58.test(part.start) && BASE58.test(part.end) ? part : null;
}

const begins = (column: RawBuilder<unknown>, start: string): RawBuilder<unknown> =>
  sql`${column} ~>=~ ${`0x${start}`} and ${column} ~<~ ${`0x${start}${LAST}`}`;
const ends = (column: RawBuilder<unknown>, end: string): RawBuilder<unknown> =>
  sql`reverse(${column}) ~>=~ ${reversed(end)} and reverse(${column}) ~<~ ${reversed(end) + LAST}`;

/**
 * Conditions for a column of hashes or addresses, each with an index of its own: a text without a gap may be the
 * beginning or the end.
 */
export function matchesHex(column: RawBuilder<unknown>, { start, end }: HexPart): RawBuilder<unknown>[] {
  if (start === '') return [ends(column, end)];
  if (end === '') return [begins(column, start), ends(column, start)];
  return [sql`${begins(column, start)} and ${ends(column, end)}`];
}

/** Literals, so that the index of those addresses alone serves. */
const isTron = sql`network in (${sql.join(NETWORKS.filter((one) => familyOf(one) === 'tron').map((one) => sql.lit(one)))})`;

/** Of eight characters at most: more of a TRON address than its last eight is compared afterwards. */
const TRON_END = 8;

const endsInTron = (end: string): RawBuilder<unknown> => {
  const known = reversed(end).slice(0, TRON_END);
  return sql`${isTron} and tron_end(from_address) ~>=~ ${known} and tron_end(from_address) ~<~ ${known + LAST}`;
};

function beginsInTron(start: string): RawBuilder<unknown>[] {
  const range = rangeOfBase58(start);
  if (range === null) return [];
  return [sql`${isTron} and from_address ~>=~ ${range[0]} and from_address ~<=~ ${range[1]}`];
}

function matchesTron({ start, end }: HexPart): RawBuilder<unknown>[] {
  if (start === '') return [endsInTron(end)];
  const beginnings = beginsInTron(start);
  if (end === '') return [...beginnings, endsInTron(start)];
  return beginnings.map((beginning) => sql`${beginning} and ${endsInTron(end)}`);
}

type Sender = { readonly id: bigint; readonly network: Network; readonly from_address: Hex };

/** Which part of a deposit the text is of. */
type PartOf = 'hash' | 'sender' | 'either';

/** Ids of deposits by the beginning or end of their transaction's hash or sender, newest first; none for other texts. */
export async function findDepositsByPart(db: Db, text: string, of: PartOf, limit: number): Promise<bigint[]> {
  const hex = readHexPart(text);
  const base58 = of === 'hash' ? null : readBase58Part(text);
  const inHex = [
    ...(hex && of !== 'sender' ? matchesHex(sql`tx_hash`, hex) : []),
    ...(hex && of !== 'hash' ? matchesHex(sql`from_address`, hex) : []),
  ];
  const inTron = base58 ? matchesTron(base58) : [];
  const conditions = [...inHex, ...inTron];
  if (conditions.length === 0) return [];
  const select = (condition: RawBuilder<unknown>, isTron: boolean) => sql`
    (select id, network, from_address, ${isTron}::boolean as is_tron from deposits where ${condition} limit ${limit})`;
  const all = sql.join(
    conditions.map((condition, place) => select(condition, place >= inHex.length)),
    sql` union all `,
  );
  const { rows } = await sql<Sender & { is_tron: boolean }>`
    select * from (${all}) found order by id desc`.execute(db);
  const meant = rows.filter(
    (row) =>
      !row.is_tron || base58 === null || isWritten(formatAddress(row.network, row.from_address), base58),
  );
  return [...new Set(meant.map(({ id }) => id))].slice(0, limit);
}

function isWritten(address: string, { start, end }: HexPart): boolean {
  if (end !== '') return address.startsWith(start) && address.endsWith(end);
  return address.startsWith(start) || address.endsWith(start);
}
