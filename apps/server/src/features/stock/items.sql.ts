import type { AccountForm } from '@portside/accounts/account-form';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { byteaArray, idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { NO_IDENTITY, type Identity } from './identity.ts';
import type { ItemRange } from './stock.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';

export type ItemRow = { id: bigint; goods_id: bigint; batch_id: bigint; key_id: string; sealed: Buffer };

/**
 * The ids of the ranges one by one, a few thousand at most. For a comparison with the ranges themselves the planner
 * expects each to match a two-hundredth of the table, and reads and sorts millions of items.
 */
const idsOf = (ranges: readonly ItemRange[]) => sql`
  array(select generate_series(first_id, end_id - 1)
    from unnest(${ranges.map((r) => r.firstId)}::bigint[], ${ranges.map((r) => r.endId)}::bigint[])
      as range (first_id, end_id))`;

/** The items of the ranges that still have their text, by id. */
async function findItemRows(db: Db, ranges: readonly ItemRange[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select id, goods_id, batch_id, key_id, sealed from stock_items where id = any(${idsOf(ranges)}) order by id`.execute(
    db,
  );
  return rows;
}

/** The next items that still have their text, by id. */
export const findItemsAfter = (db: Db, after: bigint, limit: number): Promise<ItemRow[]> =>
  db
    .selectFrom('stock_items')
    .select(['id', 'goods_id', 'batch_id', 'key_id', 'sealed'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Erases the texts of the ranges for good; the fingerprints stay, so that nothing comes back as new. */
export async function eraseItems(db: Db, ranges: readonly ItemRange[]): Promise<void> {
  await sql`delete from stock_items where id = any(${idsOf(ranges)})`.execute(db);
}

type NewItems = {
  readonly firstId: bigint;
  readonly goodsId: bigint;
  readonly batchId: bigint;
  readonly keyId: string;
  /** One sealed text per item, in the order of their ids. */
  readonly sealed: readonly Buffer[];
};

export async function insertItems(
  db: Db,
  { firstId, goodsId, batchId, keyId, sealed }: NewItems,
): Promise<void> {
  await sql`
    insert into stock_items (id, goods_id, batch_id, key_id, sealed)
    select ${firstId}::bigint + number - 1, ${goodsId}::bigint, ${batchId}::bigint, ${keyId}::text, sealed
    from unnest(${byteaArray(sealed)}::bytea[]) with ordinality as texts (sealed, number)`.execute(db);
}

/** The items with these fingerprints, by their position in the list (from 0); among all that were ever imported. */
export async function findFingerprints(
  db: Db,
  fingerprints: readonly Buffer[],
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ position: number; item_id: bigint }>`
    select (number - 1)::int as position, known.item_id
    from unnest(${byteaArray(fingerprints)}::bytea[]) with ordinality as new (fingerprint, number)
    cross join lateral (
      select item_id from stock_fingerprints where fingerprint = new.fingerprint limit 1) as known`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.position, row.item_id]));
}

/** An item that is like a line: the same account in another spelling, or the same login with another password. */
export type Likeness = {
  readonly itemId: bigint;
  /** Its line in the file that it came from; null for an item from before lines were recorded. */
  readonly line: number | null;
  readonly isSameAccount: boolean;
};

/** Of items with one login that are compared: where it is no login at all, thousands have it. */
const MOST_COMPARED = 32;

/** Items that are like the identities, by position in the list (from 0); also those that were marked without their hosts. */
export async function findLikenesses(
  db: Db,
  identities: readonly Identity[],
): Promise<Map<number, Likeness>> {
  const alike = await findMarked(db, identities);
  if (identities.every(({ older }) => older === undefined)) return alike;
  const marked = await findMarked(
    db,
    identities.map(({ older }) => older ?? NO_IDENTITY),
  );
  // Nearly every host has an `Administrator`.
  for (const [position, like] of marked) if (like.isSameAccount) alike.set(position, like);
  return alike;
}

/**
 * Items with these marks, by position in the list (from 0); the same account before the same login. Sorted
 * at the end: nearly all lines are like none, and a sort for each would cost more than looking it up.
 */
async function findMarked(db: Db, identities: readonly Identity[]): Promise<Map<number, Likeness>> {
  const { rows } = await sql<Likeness & { readonly position: number }>`
    select distinct on (number)
      (number - 1)::int as position, item_id as "itemId", line, is_same as "isSameAccount"
    from unnest(
      ${idArray(identities.map(({ login }) => login))}::bigint[],
      ${idArray(identities.map(({ account }) => account))}::bigint[])
      with ordinality as new (login, account, number)
    cross join lateral (
      select item_id, line, account = new.account as is_same
      from stock_fingerprints where login = new.login limit ${MOST_COMPARED}) as known
    where new.login <> 0
    order by number, is_same desc`.execute(db);
  return new Map(rows.map(({ position, ...like }) => [position, like]));
}

type KnownLine = { readonly fingerprint: Buffer; readonly identity: Identity; readonly number: number };

/** Records the lines of new items, whose ids follow each other from `firstId` on. */
export async function insertFingerprints(
  db: Db,
  lines: readonly KnownLine[],
  firstId: bigint,
): Promise<void> {
  await sql`
    insert into stock_fingerprints (fingerprint, item_id, login, account, line)
    select fingerprint, ${firstId}::bigint + number - 1, login, account, line
    from unnest(
      ${byteaArray(lines.map(({ fingerprint }) => fingerprint))}::bytea[],
      ${idArray(lines.map(({ identity }) => identity.login))}::bigint[],
      ${idArray(lines.map(({ identity }) => identity.account))}::bigint[],
      ${idArray(lines.map(({ number }) => number))}::int[])
      with ordinality as new (fingerprint, login, account, line, number)`.execute(db);
}

/** Afterwards the same texts can be imported again, and nothing is like them. */
export async function deleteFingerprints(db: Db, fingerprints: readonly Buffer[]): Promise<void> {
  await sql`
    delete from stock_fingerprints
    where fingerprint = any(${byteaArray(fingerprints)}::bytea[])`.execute(db);
}

const IMPORT_LOCK = 7_001;

/**
 * Serializes the writes of imports: what one has just added is a duplicate to the next. Held to the end of the
 * transaction.
 */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(db);
}

/** The first of `count` consecutive ids; the caller holds the import lock. */
export async function takeItemIds(db: Db, count: number): Promise<bigint> {
  const { rows } = await sql<{ first: bigint }>`
    with first as materialized (select nextval('stock_item_ids') as id)
    select setval('stock_item_ids', id + ${count}::int - 1) - ${count}::int + 1 as first from first`.execute(
    db,
  );
  return rows[0]!.first;
}

/** The order of an item is known to orders, a higher feature. */
export type OrderLookups = {
  /** The orders of items, by the item's id; items in no order are absent. */
  ordersOf(db: Db, itemIds: readonly bigint[]): Promise<ReadonlyMap<bigint, OrderOfItem>>;
};

type OrderOfItem = { readonly orderNo: string; readonly goodsId: bigint; readonly soldAt: Date };

export type OpenedItem = {
  readonly id: bigint;
  readonly text: string;
  /** How it is read: as its import was, whatever its product has become. */
  readonly form: AccountForm;
};

/** How the accounts of imports are read, by import. */
export async function formsOf(db: Db, batchIds: readonly bigint[]): Promise<Map<bigint, AccountForm>> {
  const rows = await db
    .selectFrom('stock_batches')
    .select(['id', 'account_form'])
    .where('id', 'in', [...new Set(batchIds), 0n])
    .execute();
  return new Map(rows.map((row) => [row.id, row.account_form]));
}

/** What is opened in one turn of the event loop, some milliseconds' work: items at most, and about how many characters. */
const STEP = { most: 100, characters: 100_000 };

/** So few do not wait for a turn. */
const AT_ONCE = 20;

/**
 * The texts of the ranges' items, exactly as imported; erased ones are absent. The caller has checked who may read
 * them.
 */
export async function openItems(ctx: Ctx, ranges: readonly ItemRange[]): Promise<OpenedItem[]> {
  const rows = await findItemRows(ctx.db, ranges);
  const forms = await formsOf(
    ctx.db,
    rows.map((row) => row.batch_id),
  );
  const items: OpenedItem[] = [];
  let steps = rows.length > AT_ONCE ? 1 : 0;
  for (const row of rows) {
    if (steps >= 1) {
      await nextTurn();
      steps = 0;
    }
    const text = ctx.keyring.open(
      { keyId: row.key_id, sealed: row.sealed },
      itemContext(row.goods_id, row.id),
    );
    items.push({ id: row.id, form: forms.get(row.batch_id)!, text });
    steps += 1 / STEP.most + text.length / STEP.characters;
  }
  return items;
}

/** How many are opened before anything is known of their length. */
export const FIRST_STEP = 50;

/** How many are opened after these: some milliseconds' work, and little memory, however long they are. */
export function nextStep(items: readonly OpenedItem[]): number {
  const characters = items.reduce((sum, { text }) => sum + text.length, 1);
  return Math.max(1, Math.min(STEP.most, Math.floor((STEP.characters * items.length) / characters)));
}

let turns = Promise.resolve();

/**
 * One a turn of the event loop, whoever they are: while twenty large orders are read, another call waits for one step of
 * one of them, not for a step of each.
 */
const nextTurn = (): Promise<void> => (turns = turns.then(() => setImmediate()));

/** Null if the text cannot be opened: one damaged row must not hide all that follow it. */
export function tryOpenItem({ keyring, log }: Ctx, row: ItemRow): string | null {
  try {
    return keyring.open({ keyId: row.key_id, sealed: row.sealed }, itemContext(row.goods_id, row.id));
  } catch (error) {
    log.error({ err: error, itemId: String(row.id) }, 'the text of an account cannot be opened');
    return null;
  }
}

/** The associated data that binds a sealed text to its row: one that is moved to another row does not open. */
export const itemContext = (goodsId: bigint, itemId: bigint): string => `${goodsId}/${itemId}`;

/** Binds the sealed text to its import and line: it opens nowhere else. */
export const refusedLineContext = (batchId: bigint, line: number): string => `refused/${batchId}/${line}`;

/** The tables whose texts stock has sealed. */
export const sealedStock: readonly SealedTable[] = [
  {
    name: 'stock_items',
    key: ['id'],
    also: ['goods_id'],
    place: (row) => itemContext(row['goods_id']!, row['id']!),
  },
  {
    name: 'stock_refused_lines',
    key: ['batch_id', 'line'],
    place: (row) => refusedLineContext(row['batch_id']!, Number(row['line'])),
  },
];

/** A shorter text shows nothing: its beginning would give too much of it away. */
const MIN_LENGTH = 12;

const SHOWN_CHARACTERS = 3;

/** The first characters only: enough to tell items apart at a glance, without hinting at the text's length. */
export const maskText = (text: string): string =>
  `${text.length < MIN_LENGTH ? '' : text.slice(0, SHOWN_CHARACTERS).toWellFormed()}••••••`;
