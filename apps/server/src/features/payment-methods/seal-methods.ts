import { formatAddress } from '@portside/chain';
import { NETWORKS, type Finding, type Network, type PaymentMode } from '@portside/contract';
import type { Hex } from 'viem';
import { canonicalText } from '../../platform/audit/audit.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import {
  ensureSealId,
  lockMethods,
  readStoredMethods,
  saveSeal,
  type StoredMethods,
  type StoredSeal,
  listMethodRows,
  type PaymentMethodRow,
} from './payment-methods.sql.ts';

/** A seal opens only in its own place. */
const placeOf = (id: bigint): string => `payment method seal:${id}`;

/** The table with this feature's sealed texts. */
export const sealedMethods: SealedTable = {
  name: 'payment_method_seals',
  key: ['id'],
  place: (row) => placeOf(row['id']!),
};

type Reader = Pick<Ctx, 'db' | 'keyring'>;

type CheckedMethods = {
  /** Newest first; the table's rows, also where they are not the shop's. */
  readonly rows: readonly PaymentMethodRow[];
  /** Why the rows are not what the shop has written; null where they are. */
  readonly fault: Finding | null;
  /** What the shop has last written, newest first; null where that is unknown. */
  readonly approved: readonly PaymentMethodRow[] | null;
};

/**
 * Reads a network's methods and checks them against their seal: the keyed record of what the shop itself has last
 * written, with a version that the audit log knows, too. An attacker who can write to the database, but does not have
 * the keys, can neither change, add, remove or put back a row nor the whole of rows and seal without being found out.
 */
export async function checkMethods({ db, keyring }: Reader, type: Network): Promise<CheckedMethods> {
  const stored = await readStoredMethods(db, type);
  const { rows, seal, auditedVersion } = stored;
  if (seal === null) {
    const isNew = rows.length === 0 && auditedVersion === 0n;
    return { rows, fault: isNew ? null : { code: 'sealMissing', facts: {} }, approved: isNew ? [] : null };
  }
  const text = openSeal(keyring, seal);
  if (text === null) return { rows, fault: { code: 'sealUnreadable', facts: {} }, approved: null };
  const told = JSON.parse(text) as Sealed;
  if (told.type !== type)
    return { rows, fault: { code: 'sealOfOther', facts: { network: told.type } }, approved: null };
  if (BigInt(told.version) !== auditedVersion) {
    const versions = { version: Number(told.version), audited: Number(auditedVersion) };
    return { rows, fault: { code: 'sealOlder', facts: versions }, approved: null };
  }
  const approved = told.methods.map(rowOf);
  const isRight = canonicalText(rows.map(factsOf)) === canonicalText(approved.map(factsOf));
  return { rows, fault: isRight ? null : describeDifference(type, stored, approved), approved };
}

/**
 * Seals the table's rows, after a change by the shop itself. Call it in the transaction of the change, after
 * `lockMethods`, and put the returned version into its audit entry as `address_version`.
 */
export async function sealMethods(ctx: Reader, type: Network): Promise<bigint> {
  const { db, keyring } = ctx;
  const { rows, seal, auditedVersion } = await readStoredMethods(db, type);
  const version = auditedVersion + 1n;
  const text = canonicalText({ type, version, methods: rows.map(factsOf) });
  const id = seal?.id ?? (await ensureSealId(ctx, type, keyring.seal('', placeOf(0n))));
  await saveSeal(ctx, { id, ...keyring.seal(text, placeOf(id)) });
  return version;
}

/**
 * Seals every network once, also one without methods: what was set before there were seals is taken as it is. Later, a
 * missing seal is a fault, whatever rows stand there.
 */
export async function sealFirstMethods(ctx: Ctx): Promise<void> {
  for (const type of NETWORKS) {
    await inTransaction(ctx, async (step) => {
      await lockMethods(step.db, type);
      const { seal, auditedVersion } = await readStoredMethods(step.db, type);
      if (seal !== null || auditedVersion > 0n) return;
      await recordSeal(step, type);
    });
  }
}

/** Seals the table's rows, with an audit entry of its own. */
export async function recordSeal(step: Ctx, type: Network): Promise<void> {
  const version = await sealMethods(step, type);
  await recordAudit(step, {
    action: 'paymentMethod.seal',
    subject: `paymentMethod:${type}`,
    after: { address_version: version, methods: (await listMethodRows(step.db, type)).length },
  });
}

type Facts = Readonly<Record<keyof PaymentMethodRow, string | boolean | null>>;
/** Seals from before there were modes vouch for methods without them. */
type SealedFacts = Omit<Facts, 'mode' | 'factory_address'> & Partial<Facts>;
type Sealed = {
  readonly type: Network;
  readonly version: string;
  readonly methods: readonly SealedFacts[];
};

const factsOf = (row: PaymentMethodRow): Facts => ({
  ...row,
  id: row.id.toString(),
  chain_id: row.chain_id.toString(),
  created_at: row.created_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
});

const rowOf = (facts: SealedFacts): PaymentMethodRow => ({
  id: BigInt(facts.id as string),
  type: facts.type as Network,
  chain_id: BigInt(facts.chain_id as string),
  contract_address: facts.contract_address as Hex,
  wallet_address: facts.wallet_address as Hex,
  checkout_address: facts.checkout_address as Hex | null,
  mode: (facts.mode ?? 'exact_amount') as PaymentMode,
  factory_address: (facts.factory_address ?? null) as Hex | null,
  enabled: facts.enabled as boolean,
  created_at: new Date(facts.created_at as string),
  retired_at: facts.retired_at === null ? null : new Date(facts.retired_at as string),
});

function openSeal(keyring: Reader['keyring'], { id, ...seal }: StoredSeal): string | null {
  try {
    return keyring.open(seal, placeOf(id));
  } catch {
    return null;
  }
}

function describeDifference(
  type: Network,
  { rows }: StoredMethods,
  approved: readonly PaymentMethodRow[],
): Finding {
  const active = (of: readonly PaymentMethodRow[]): string => {
    const method = of.find(({ retired_at }) => retired_at === null);
    return method ? formatAddress(type, method.wallet_address) : '–';
  };
  return { code: 'sealBroken', facts: { found: active(rows), approved: active(approved) } };
}
