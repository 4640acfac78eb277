import { formatAddress } from '@portside/chain';
import { formatMicro } from '@portside/contract';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseKeys } from '../../config/config.ts';
import { restoreAddresses } from '../../features/deposit-addresses/index.ts';
import { takeAllOffSale } from '../../features/goods/index.ts';
import { findLedgerMismatches } from '../../features/ledger/index.ts';
import { listOpenPayouts, type OpenPayout } from '../../features/payouts/index.ts';
import { createClock } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createLog } from '../../platform/log.ts';
import { verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import { parseDatabaseUrl } from '../../platform/db/database-url.ts';
import { createDb, createPool, type Db } from '../../platform/db/db.ts';
import { openDatabaseAccess } from '../../platform/db/connections/failover-client.ts';
import { findEntryHash } from '../../platform/audit/audit.sql.ts';
import { Keyring } from '../../platform/keys/keyring.ts';
import {
  FILES,
  hashFile,
  readManifest,
  type Manifest,
  openWithPassphrase,
  readPassphrase,
  runPostgresTool,
} from './backup-files.ts';
import { CommandError, print, type Command } from '../command.ts';
import { createCommandCtx } from '../open-shop.ts';
import { sql } from 'kysely';

/** Restores a backup into an empty database, and writes its keys to a new file. Needs no other setting. */
export const restore: Command = {
  summary:
    'Restore a backup into the empty database of DATABASE_URL, with all products off sale, and look at what came back.',
  usage: ['restore FOLDER --keys-to FILE --passphrase-file FILE   or with BACKUP_PASSPHRASE'],
  async run(args) {
    const options = { 'passphrase-file': { type: 'string' }, 'keys-to': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const databaseUrl = process.env['DATABASE_URL']?.trim();
    const [folder] = positionals;
    if (!folder || !values['keys-to'] || !databaseUrl)
      throw new CommandError(`Required are DATABASE_URL and:\n  portside ${restore.usage[0]}`);
    checkUrl(databaseUrl);
    const passphrase = readPassphrase(values['passphrase-file']);
    const place = { folder: resolve(folder), databaseUrl, keysTo: resolve(values['keys-to']) };
    const { manifest, addresses, held, faults } = await restoreBackup(place, passphrase);
    print(
      `${manifest.public_url} as of ${manifest.taken_at}. Keys: ${place.keysTo} (lines for the settings).`,
    );
    if (addresses > 0) print(`Deposit addresses that buyers may have opened since: ${addresses} added.`);
    for (const fault of faults) print(`FAULT: ${fault}`);
    if (faults.length === 0) print('Every balance is the sum of its movements; the audit log is whole.');
    printHeld(held);
    return faults.length === 0 ? 0 : 1;
  },
};

type RestoreTarget = { readonly folder: string; readonly databaseUrl: string; readonly keysTo: string };
type Restored = {
  readonly manifest: Manifest;
  /** Deposit addresses that were added, because buyers may have opened them since. */
  readonly addresses: number;
  readonly held: Held;
  readonly faults: readonly string[];
};

/**
 * Restores all or nothing. Refuses (CommandError) a database that has tables, an existing file for the keys, another
 * passphrase, a dump that is not the one that was made, and what pg_restore refuses; then nothing was changed.
 */
export async function restoreBackup(
  { folder, databaseUrl, keysTo }: RestoreTarget,
  passphrase: string,
): Promise<Restored> {
  const manifest = await readManifest(folder);
  const keys = openWithPassphrase(await readFile(join(folder, FILES.keys), 'utf8'), passphrase);
  const dump = join(folder, FILES.dump);
  if ((await hashFile(dump)) !== manifest.dump.sha256)
    throw new CommandError(`${dump} was changed since the backup: its SHA-256 differs.`);
  const pool = createPool({ ...openDatabaseAccess(databaseUrl), max: 2 });
  try {
    const db = createDb(pool);
    if (await hasTables(db))
      throw new CommandError(
        'The database is not empty: a restore never overwrites tables. If one was killed here, empty the database, remove the file of keys and restore again.',
      );
    await writeFile(keysTo, keys, { flag: 'wx', mode: 0o600, flush: true }).catch(refuseExisting);
    const how = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'];
    await runPostgresTool('pg_restore', databaseUrl, [...how, dump]).catch(async (error: Error) => {
      await rm(keysTo);
      throw error;
    });
    const { credentials, fingerprint } = parseKeys(keys);
    const shop = { db, keyring: new Keyring(credentials, fingerprint) };
    const held = await holdRestored(openContext(shop, manifest));
    const addresses = (await hasTable(db, 'address_cursors'))
      ? await restoreAddresses(shop, new Date(manifest.taken_at))
      : 0;
    return { manifest, addresses, held, faults: await lookAtRestored(db, manifest) };
  } finally {
    await pool.end();
  }
}

const openContext = (shop: Pick<Ctx, 'db' | 'keyring'>, manifest: Manifest): Ctx =>
  createCommandCtx(
    {
      ...shop,
      clock: createClock(0),
      log: createLog('warn', { pretty: false }),
      publicUrl: manifest.public_url,
      isSandbox: false,
    },
    'restore',
  );

export type Held = {
  /** The products that were on sale, and the entry of the audit log that puts them on sale again. */
  readonly offSale: { readonly count: number; readonly auditId: bigint | null };
  readonly payouts: readonly OpenPayout[];
};

/**
 * Takes all products off sale: an account that was sold since the restored time is free again. Answers with the payouts
 * to compare, any of which may have been paid since.
 */
export const holdRestored = (ctx: Ctx): Promise<Held> =>
  inTransaction(ctx, async (step) => ({
    payouts: (await hasTable(step.db, 'payout_requests')) ? await listOpenPayouts(step.db) : [],
    offSale: await takeAllOffSale(step),
  }));

/** Prints what to check before the shop sells again. */
export function printHeld({ offSale, payouts }: Held): void {
  print(
    `\nProducts taken off sale: ${offSale.count}. What has happened since the restored time is lost. Check:`,
  );
  print('- Accounts that were sold since are in stock again: withdraw them, or they are sold twice.');
  print(`- Open payouts, any of which may have been paid since: ${payouts.length}`);
  for (const { id, state, amount_micro: micro, network, address } of payouts)
    print(`    ${id}  ${state}  ${formatMicro(micro)} USDT  ${network}  ${formatAddress(network, address)}`);
  print('- Spent balances and used redeem codes are back. Queued e-mails go out again when the shop starts.');
  print('- Sessions, API keys, passwords, roles, blocks and receiving addresses are as they were.');
  if (offSale.auditId !== null)
    print(
      `Then, in the back office: Audit log, entry ${offSale.auditId} (Products put on or off sale), Undo. All are on sale again.`,
    );
}

async function lookAtRestored(db: Db, { audit }: Manifest): Promise<string[]> {
  const mismatches = await findLedgerMismatches(db);
  const { brokenAt } = await verifyAuditChain(db);
  const entries = BigInt(audit.entries);
  const head = entries === 0n ? '' : await findEntryHash(db, entries);
  return [
    ...mismatches.map(({ userId }) => `the balance of user ${userId} is not the sum of its movements`),
    ...(brokenAt === null ? [] : [`the audit log is broken at entry ${brokenAt}`]),
    ...(head === audit.head ? [] : [`audit entry ${entries} is not the one of the backup`]),
  ];
}

function checkUrl(databaseUrl: string): void {
  try {
    parseDatabaseUrl(databaseUrl);
  } catch (error) {
    throw new CommandError(`DATABASE_URL: ${(error as Error).message}`);
  }
}

function refuseExisting(error: NodeJS.ErrnoException): never {
  if (error.code === 'EEXIST') throw new CommandError(`${error.path} already exists and is not overwritten.`);
  throw error;
}

/** Whether the database holds anything that a restore could collide with. */
async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema')) as found`.execute(db);
  return rows[0]!.found;
}

/** Whether it is of a version that has this table. */
async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    db,
  );
  return rows[0]!.found;
}
