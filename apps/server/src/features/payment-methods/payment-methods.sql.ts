import { DAY_MS } from '../../platform/clock.ts';
import type { Network, PaymentMode } from '@portside/contract';
import { type Selectable, type Generated, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';

export type PaymentMethodRow = Selectable<PaymentMethodsTable>;

export const WATCHED_AFTER_RETIREMENT_MS = 90 * DAY_MS;

/** All methods of a network, newest first. Unchecked: `checkMethods` decides whether they are the shop's. */
export const listMethodRows = (db: Db, type: Network): Promise<PaymentMethodRow[]> =>
  db.selectFrom('payment_methods').selectAll().where('type', '=', type).orderBy('id', 'desc').execute();

/** The network of a method; undefined where there is no such method. */
export const findMethodNetwork = async (db: Db, id: bigint): Promise<Network | undefined> =>
  (await db.selectFrom('payment_methods').select('type').where('id', '=', id).executeTakeFirst())?.type;

export async function retireMethod(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('payment_methods').set({ retired_at: now }).where('id', '=', id).execute();
}

export type NewMethod = Omit<PaymentMethodRow, 'id' | 'enabled' | 'created_at' | 'retired_at'>;

export async function setMethodEnabled(db: Db, id: bigint, enabled: boolean): Promise<void> {
  await db.updateTable('payment_methods').set({ enabled }).where('id', '=', id).execute();
}

export async function insertMethod(
  db: Db,
  method: NewMethod & { readonly enabled: boolean },
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values({ ...method, created_at: now, retired_at: null })
    .execute();
}

/** Addresses are 20-byte lower-case hex on every network. */
type PaymentMethodsTable = {
  id: Generated<bigint>;
  type: Network;
  chain_id: bigint;
  contract_address: Hex;
  wallet_address: Hex;
  checkout_address: Hex | null;
  mode: Generated<PaymentMode>;
  /** Makes the buyers' addresses; never null in the mode own_addresses. */
  factory_address: Hex | null;
  enabled: Generated<boolean>;
  created_at: Date;
  retired_at: Date | null;
};

/** What the shop itself has last written of a network's methods; see `seal-methods.ts`. */
type PaymentMethodSealsTable = {
  id: Generated<bigint>;
  type: Network;
  key_id: string;
  sealed: Buffer;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    payment_methods: PaymentMethodsTable;
    payment_method_seals: PaymentMethodSealsTable;
  }
}

export type StoredSeal = { readonly id: bigint; readonly keyId: string; readonly sealed: Buffer };

type Sealer = Pick<Ctx, 'db' | 'keyring'>;

export type StoredMethods = {
  /** Newest first. */
  readonly rows: readonly PaymentMethodRow[];
  readonly seal: StoredSeal | null;
  /** The newest version that the audit log knows; zero where nothing was ever sealed. */
  readonly auditedVersion: bigint;
};

type Line = {
  readonly seal_id: bigint | null;
  readonly seal_key: string | null;
  readonly sealed: Buffer | null;
  readonly audited: bigint | null;
} & { readonly [Name in keyof PaymentMethodRow]: PaymentMethodRow[Name] | null };

/**
 * Rows, seal and audited version of a network in one statement: of three, one could see what another process has just
 * changed. The highest version counts, so that an added entry cannot lower it.
 */
export async function readStoredMethods(db: Db, type: Network): Promise<StoredMethods> {
  const { rows: lines } = await sql<Line>`
    select s.id as seal_id, s.key_id as seal_key, s.sealed, m.*,
      (select max((a.after ->> 'address_version')::bigint) from audit_entries a
        where a.subject = ${`paymentMethod:${type}`} and a.after ? 'address_version') as audited
    from (values (${type}::text)) as one (type)
    left join payment_method_seals s on s.type = one.type
    left join payment_methods m on m.type = one.type
    order by m.id desc`.execute(db);
  const [first] = lines;
  const isRow = (line: Line): boolean => line.id !== null;
  return {
    rows: lines.filter(isRow).map(rowOf),
    seal:
      first && first.seal_id !== null
        ? { id: first.seal_id, keyId: first.seal_key!, sealed: first.sealed! }
        : null,
    auditedVersion: first?.audited ?? 0n,
  };
}

const rowOf = (line: Line): PaymentMethodRow => ({
  id: line.id!,
  type: line.type!,
  chain_id: line.chain_id!,
  contract_address: line.contract_address!,
  wallet_address: line.wallet_address!,
  checkout_address: line.checkout_address,
  mode: line.mode!,
  factory_address: line.factory_address,
  enabled: line.enabled!,
  created_at: line.created_at!,
  retired_at: line.retired_at,
});

/** Changes of a network's methods wait for each other until the transaction ends. */
export async function lockMethods(db: Db, type: Network): Promise<void> {
  await sql`select from networks where id = ${type} for no key update`.execute(db);
}

/** The id that a network's seal is bound to; made once. */
export async function ensureSealId(
  { db, keyring }: Sealer,
  type: Network,
  seal: Omit<StoredSeal, 'id'>,
): Promise<bigint> {
  await holdSealingKey(db, keyring);
  await db
    .insertInto('payment_method_seals')
    .values({ type, key_id: seal.keyId, sealed: seal.sealed })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('payment_method_seals')
    .select('id')
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveSeal({ db, keyring }: Sealer, { id, keyId, sealed }: StoredSeal): Promise<void> {
  await holdSealingKey(db, keyring);
  await db.updateTable('payment_method_seals').set({ key_id: keyId, sealed }).where('id', '=', id).execute();
}

/** Replaces all rows by exactly these. */
export async function replaceMethods(
  db: Db,
  type: Network,
  rows: readonly PaymentMethodRow[],
): Promise<void> {
  await db.deleteFrom('payment_methods').where('type', '=', type).execute();
  if (rows.length === 0) return;
  await sql`insert into payment_methods
    (id, type, chain_id, contract_address, wallet_address, checkout_address, mode, factory_address, enabled,
      created_at, retired_at)
    overriding system value values ${sql.join(
      rows.map(
        (row) =>
          sql`(${row.id}, ${row.type}, ${row.chain_id}, ${row.contract_address}, ${row.wallet_address},
            ${row.checkout_address}, ${row.mode}, ${row.factory_address}, ${row.enabled}, ${row.created_at},
            ${row.retired_at})`,
      ),
    )}`.execute(db);
}
