import { type Network, NETWORKS, type Input } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import type { IdBounds, IdPosition, Start } from '../../../platform/lists/by-id.ts';
import { amountOrder, type AmountPlace } from '../../../platform/lists/page-reader.ts';
import type { Db } from '../../../platform/db/db.ts';
import { ALWAYS, PREFIX, isAlways, type IdSpan, overlap, spanOfPrefix, spanOfTime } from '../order-id.ts';
import { type RechargeState, RECHARGE_STATES, statesOf } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';
import { parseTxHash } from '@portside/chain';
import { addressesIn, findDepositsByPart, matchesHex, readHexPart } from '../../deposits/index.ts';
import { resolvePeriod } from '../../settings/index.ts';
import { findUsersByPrefix, foldName, hasPrefix } from '../../users/index.ts';

/** The index that a search uses; each has top-ups in the order of their time. */
type Source =
  | { readonly kind: 'all' }
  | { readonly kind: 'ids' | 'buyers'; readonly ids: readonly bigint[] }
  | { readonly kind: 'wallets'; readonly addresses: readonly Hex[] }
  | {
      readonly kind: 'states';
      readonly networks: readonly Network[];
      readonly states: readonly RechargeState[];
    };

/** Conditions besides the source's own; undefined if there is none. */
type Conditions = {
  readonly network: Network | undefined;
  readonly states: readonly RechargeState[] | undefined;
  readonly buyer: string | undefined;
  readonly addresses: readonly Hex[] | undefined;
};

export type Search = {
  readonly source: Source;
  readonly conditions: Conditions;
  readonly span: IdSpan;
  /** The row ids that contain the whole span. */
  readonly bounds: IdBounds;
};

export type FoundRecharge = RechargeRow & { readonly username: string; readonly email: string };

/** Clocks of several machines differ, so ids and order ids may be out of order by about this many rows. */
const SKEW_ROWS = 1_000n;

/** Null if the span is empty. A span open in time is open in ids too, whatever the clocks showed. */
export async function findBoundsOf(db: Db, { first, last }: IdSpan): Promise<IdBounds | null> {
  const lowest =
    first === ALWAYS.first
      ? sql`select min(id) from recharges`
      : sql`select id from recharges where order_id >= ${first} order by order_id limit 1`;
  const highest =
    last === ALWAYS.last
      ? sql`select max(id) from recharges`
      : sql`select id from recharges where order_id <= ${last} order by order_id desc limit 1`;
  const { rows } = await sql<{ lowest: bigint | null; highest: bigint | null }>`select
    (${lowest}) as lowest,
    (${highest}) as highest`.execute(db);
  const [found] = rows;
  if (!found || found.lowest === null || found.highest === null) return null;
  const { lowest: from, highest: to } = found;
  return { lowest: from > SKEW_ROWS ? from - SKEW_ROWS : 1n, highest: to + SKEW_ROWS };
}

/** The top-ups that a transaction paid or that its hash was submitted for. */
async function findPaidWith(db: Db, txHash: Hex): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from recharges where tx_hash = ${txHash}
    union select id from recharges where submitted_tx_hash = ${txHash}
    union select recharge_id from recharge_deposits join deposits on deposits.id = deposit_id
      where deposits.tx_hash = ${txHash}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of hashes, addresses and numbers of which only a part is given, at most so many top-ups are found. */
const MOST_BY_PART = 500;

/** Top-ups whose number ends with the text. */
export async function findRechargesByEnd(db: Db, end: string, limit = MOST_BY_PART): Promise<bigint[]> {
  if (!/^\d{4,17}$/.test(end)) return [];
  const known = Array.from(end).toReversed().join('').slice(0, 8);
  const { rows } = await sql<{ id: bigint }>`
    select id from (
      select id, order_id from recharges
      where reverse(right(order_id, 8)) ~>=~ ${known} and reverse(right(order_id, 8)) ~<~ ${`${known}~`}
        and right(order_id, ${end.length}::int) = ${end} limit ${limit}) found
    order by id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Top-ups that were paid by a transaction or sender of which the text is a part, or named such a transaction. */
export async function findRechargesByPart(
  db: Db,
  text: string,
  of: 'hash' | 'sender' | 'either',
  limit = MOST_BY_PART,
): Promise<bigint[]> {
  const deposits = await findDepositsByPart(db, text, of, limit);
  const hex = of === 'sender' ? null : readHexPart(text);
  const submitted = hex ? matchesHex(sql`submitted_tx_hash`, hex) : [];
  const named = submitted.map(
    (condition) => sql`
      union (select id from recharges where submitted_tx_hash is not null and ${condition} limit ${limit})`,
  );
  const { rows } = await sql<{ id: bigint }>`
    select id from (
      select recharge_id as id from recharge_deposits where deposit_id = any(${idArray(deposits)}::bigint[])
      ${sql.join(named, sql` `)}) found order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The next top-ups between `bounds` in the order of time, at most `limit`. */
export async function findRecharges(
  db: Db,
  { source, conditions, span, bounds }: Search,
  { isAscending }: Pick<IdPosition, 'isAscending'>,
  limit: number,
): Promise<FoundRecharge[]> {
  const condition = sql`${within(span)} and ${meets(conditions)}`;
  const { lowest, highest } = bounds;
  const [way, opposite] = isAscending ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const first = sql`order by r.id ${way} limit ${limit}`;
  const ways: Ways = {
    byId: (key) => sql`select r.* from recharges r
      where ${key} and r.id between ${lowest} and ${highest} and ${condition} ${first}`,
    byKey: (key) => sql`select r.* from recharges r
      where ${key} and -r.id between ${-highest} and ${-lowest} and ${condition}
      order by -r.id ${opposite} limit ${limit}`,
  };
  const { rows } = await sql<FoundRecharge>`
    select r.*, u.username, u.email from (${selectFrom(source, ways)}) r
    join users u on u.id = r.user_id ${first}`.execute(db);
  return rows;
}

const within = ({ first, last }: IdSpan): RawBuilder<unknown> => sql`r.order_id between ${first} and ${last}`;

type Way = (key: RawBuilder<unknown>) => RawBuilder<unknown>;
/**
 * Two equivalent queries. `byKey` is for indexes on a key and the negated id: no other index has that order, so
 * the planner cannot walk through all top-ups instead, which would be slow for keys with only old ones.
 */
type Ways = { readonly byId: Way; readonly byKey: Way };

function selectFrom(source: Source, { byId, byKey }: Ways): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return byId(sql`true`);
    case 'ids':
      return byId(sql`r.id = any(${idArray(source.ids)}::bigint[])`);
    // One index scan for each key: with one condition for all, the planner may sort all rows of the keys.
    case 'buyers':
      return sql`select r.* from unnest(${idArray(source.ids)}::bigint[]) as one (id)
        cross join lateral (${byId(sql`r.user_id = one.id`)}) r`;
    case 'states':
      return sql`select r.* from unnest(${textArray(source.networks)}::text[]) as n (network)
        cross join unnest(${textArray(source.states)}::text[]) as s (state)
        cross join lateral (${byKey(sql`r.network = n.network and r.state = s.state`)}) r`;
    default: {
      const addresses = sql`unnest(${textArray(source.addresses)}::text[]) as one (address)`;
      return sql`select r.* from ${addresses} cross join lateral (
          (${byKey(sql`r.sender_address = one.address`)}) union (${byKey(sql`r.wallet_address = one.address`)})) r`;
    }
  }
}

export const hasConditions = (conditions: Conditions): boolean =>
  Object.values(conditions).some((value) => value !== undefined);

function meets({ network, states, buyer, addresses }: Conditions): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (network !== undefined) parts.push(sql`r.network = ${network}`);
  if (states !== undefined) parts.push(sql`r.state = any(${textArray(states)}::text[])`);
  if (addresses !== undefined) parts.push(isOfWallets(addresses));
  if (buyer !== undefined)
    parts.push(sql`exists (select from users where id = r.user_id
      and ${hasPrefix(buyer)})`);
  return sql.join(parts, sql` and `);
}

/** The next top-ups by the amount to pay. */
export async function findRechargesByAmount(
  db: Db,
  { source, conditions, span, bounds }: Search,
  start: Start<AmountPlace<bigint>>,
  limit: number,
  apart: RawBuilder<unknown>,
): Promise<FoundRecharge[]> {
  const { by, after } = amountOrder('r.pay_amount_micro', 'r.id', start);
  const inSpan = isAlways(span)
    ? sql`true`
    : sql`r.id between ${bounds.lowest} and ${bounds.highest} and ${within(span)}`;
  const { rows } = await sql<FoundRecharge>`
    select r.*, u.username, u.email from (
      select * from (
        select * from recharges r
        where ${isOf(source)} and ${meets(conditions)} and ${inSpan} and ${after} ${apart}) r
      order by ${by} limit ${limit}) r
    join users u on u.id = r.user_id order by ${by}`.execute(db);
  return rows;
}

function isOf(source: Source): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return sql`true`;
    case 'ids':
      return sql`r.id = any(${idArray(source.ids)}::bigint[])`;
    case 'buyers':
      return sql`r.user_id = any(${idArray(source.ids)}::bigint[])`;
    case 'states':
      return sql`r.network = any(${textArray(source.networks)}::text[])
        and r.state = any(${textArray(source.states)}::text[])`;
    default:
      return isOfWallets(source.addresses);
  }
}

function isOfWallets(addresses: readonly Hex[]): RawBuilder<unknown> {
  const all = sql`any(${textArray(addresses)}::text[])`;
  return sql`(r.sender_address = ${all} or r.wallet_address = ${all})`;
}

export type RechargesFilter = Input<'exportRecharges'>['query'];

/** Up to this many buyers, the index is read for each; beyond, the list is read by time. */
const MAX_BUYERS = 200;

/** Chooses the index for a filter and the conditions left to check; null where nothing can match. */
export async function planSearch(db: Db, filter: RechargesFilter): Promise<Search | null> {
  const beginning = spanOfPrefix(filter.order_id ?? '');
  const ended = await findEnded(db, filter.order_id, beginning);
  const named = ended === null ? beginning : ALWAYS;
  const { from = null, to = null } = await resolvePeriod(db, filter);
  const asked = spanOfTime(from, to);
  const span = named && overlap(named, asked);
  const bounds = span && (await findBoundsOf(db, span));
  const states = wantedStates(filter);
  if (!bounds || states?.length === 0) return null;
  const conditions: Conditions = {
    network: filter.type,
    states,
    buyer: filter.buyer === undefined ? undefined : foldName(filter.buyer),
    addresses: filter.address === undefined ? undefined : addressesIn(filter.address),
  };
  const { source, covered } = await chooseSource(db, filter, conditions, ended);
  const isEmpty = 'ids' in source && source.ids.length === 0;
  return isEmpty ? null : { source, span, bounds, conditions: { ...conditions, ...covered } };
}

/** Null where the number is a beginning, or none is given: a beginning is a span of time. */
async function findEnded(
  db: Db,
  number: string | undefined,
  beginning: IdSpan | null,
): Promise<bigint[] | null> {
  if (number === undefined || number.startsWith(PREFIX)) return null;
  const { rows } = await sql`
    select from recharges where order_id between ${beginning?.first ?? ''} and ${beginning?.last ?? ''} limit 1`.execute(
    db,
  );
  return rows.length > 0 ? null : findRechargesByEnd(db, number);
}

const findByHash = (db: Db, hash: string): Promise<bigint[]> =>
  WHOLE_HASH.test(hash) ? findPaidWith(db, parseTxHash(hash)) : findRechargesByPart(db, hash, 'hash');

const WHOLE_HASH = /^(?:0x)?[0-9a-f]{64}$/i;

type Choice = { readonly source: Source; readonly covered: Partial<Conditions> };

/** The narrowest source first: a transaction, a buyer, a wallet, a network or state. */
async function chooseSource(
  db: Db,
  filter: RechargesFilter,
  conditions: Conditions,
  ended: readonly bigint[] | null,
): Promise<Choice> {
  const { network, states, buyer, addresses } = conditions;
  const { tx_hash: hash, address } = filter;
  const isPart = addresses?.length === 0;
  const lists = await Promise.all([
    Promise.resolve(ended),
    hash === undefined ? null : findByHash(db, hash),
    isPart ? findRechargesByPart(db, address!, 'sender') : null,
  ]);
  const [ids, ...others] = lists.filter((found) => found !== null);
  if (ids) {
    const inAll = ids.filter((id) => others.every((other) => other.includes(id)));
    return { source: { kind: 'ids', ids: inAll }, covered: isPart ? { addresses: undefined } : {} };
  }
  if (buyer !== undefined) {
    const ids = await findUsersByPrefix(db, buyer, MAX_BUYERS + 1);
    if (ids.length <= MAX_BUYERS) return { source: { kind: 'buyers', ids }, covered: { buyer: undefined } };
  }
  if (addresses !== undefined)
    return { source: { kind: 'wallets', addresses }, covered: { addresses: undefined } };
  if (network === undefined && states === undefined) return { source: { kind: 'all' }, covered: {} };
  const networks = network === undefined ? NETWORKS : [network];
  return {
    source: { kind: 'states', networks, states: states ?? RECHARGE_STATES },
    covered: { network: undefined, states: undefined },
  };
}

function wantedStates({ status, state }: RechargesFilter): Conditions['states'] {
  if (status === undefined) return state && [state];
  const ofStatus = statesOf(status);
  return state === undefined ? ofStatus : ofStatus.filter((one) => one === state);
}
