import type { Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import type { IdBounds, IdPosition } from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { ALWAYS, type IdSpan } from '../order-id.ts';
import type { RechargeState } from '../recharge-states.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** Which index leads to a top-up: each tells top-ups by their time. */
export type Source =
  | { readonly kind: 'all' }
  | { readonly kind: 'ids' | 'buyers'; readonly ids: readonly bigint[] }
  | { readonly kind: 'wallets'; readonly addresses: readonly Hex[] }
  | {
      readonly kind: 'states';
      readonly networks: readonly Network[];
      readonly states: readonly RechargeState[];
    };

/** What must hold besides what the source already sees to; absent where anything goes. */
export type Conditions = {
  readonly network: Network | undefined;
  readonly states: readonly RechargeState[] | undefined;
  readonly buyer: string | undefined;
  readonly addresses: readonly Hex[] | undefined;
};

export type Search = {
  readonly source: Source;
  readonly conditions: Conditions;
  readonly span: IdSpan;
  /** Between these row ids everything of the span lies. */
  readonly bounds: IdBounds;
};

export type FoundRecharge = RechargeRow & { readonly username: string; readonly email: string };

/** Clocks of several machines differ: of two top-ups of one moment either may have been written first. */
const SKEW_ROWS = 1_000n;

/** Null where the span holds nothing. Where the span has no end in time it has none in ids, whatever the clock has said. */
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

/** Those that a transaction paid, or that it was named for. */
export async function findPaidWith(db: Db, txHash: Hex): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from recharges where tx_hash = ${txHash}
    union select id from recharges where hinted_tx_hash = ${txHash}
    union select recharge_id from recharge_deposits join deposits on deposits.id = deposit_id
      where deposits.tx_hash = ${txHash}`.execute(db);
  return rows.map(({ id }) => id);
}

/** By their time, `limit` at most, of the rows between `bounds`. */
export async function findRecharges(
  db: Db,
  { source, conditions, span, bounds }: Search,
  { isOldestFirst }: Pick<IdPosition, 'isOldestFirst'>,
  limit: number,
): Promise<FoundRecharge[]> {
  const hold = sql`${within(span)} and ${holding(conditions)}`;
  const { lowest, highest } = bounds;
  const [way, opposite] = isOldestFirst ? [sql`asc`, sql`desc`] : [sql`desc`, sql`asc`];
  const first = sql`order by r.id ${way} limit ${limit}`;
  const ways: Ways = {
    byId: (key) => sql`select r.* from recharges r
      where ${key} and r.id between ${lowest} and ${highest} and ${hold} ${first}`,
    byKey: (key) => sql`select r.* from recharges r
      where ${key} and -r.id between ${-highest} and ${-lowest} and ${hold}
      order by -r.id ${opposite} limit ${limit}`,
  };
  const { rows } = await sql<FoundRecharge>`
    select r.*, u.username, u.email from (${selectFrom(source, ways)}) r
    join users u on u.id = r.user_id ${first}`.execute(db);
  return rows;
}

export const within = ({ first, last }: IdSpan): RawBuilder<unknown> =>
  sql`r.order_id between ${first} and ${last}`;

type Way = (key: RawBuilder<unknown>) => RawBuilder<unknown>;
/**
 * Both tell the same. `byKey` is for indexes on a key and minus the id: no other index has that order, so the
 * planner cannot walk through all top-ups instead, which is slow where a key's are old ones.
 */
export type Ways = { readonly byId: Way; readonly byKey: Way };

export function selectFrom(source: Source, { byId, byKey }: Ways): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return byId(sql`true`);
    case 'ids':
      return byId(sql`r.id = any(${idArray(source.ids)}::bigint[])`);
    // Each key's newest by its own index: read together, the planner may sort all that the keys hold.
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

export function holding({ network, states, buyer, addresses }: Conditions): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (network !== undefined) parts.push(sql`r.network = ${network}`);
  if (states !== undefined) parts.push(sql`r.state = any(${textArray(states)}::text[])`);
  if (addresses !== undefined) {
    const all = sql`any(${textArray(addresses)}::text[])`;
    parts.push(sql`(r.sender_address = ${all} or r.wallet_address = ${all})`);
  }
  if (buyer !== undefined)
    parts.push(sql`exists (select from users where id = r.user_id
      and (starts_with(username_key, ${buyer}) or starts_with(email_key, ${buyer})))`);
  return sql.join(parts, sql` and `);
}
