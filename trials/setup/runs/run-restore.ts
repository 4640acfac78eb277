import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { verifyAuditChain } from '../../../apps/server/src/platform/audit/verify-audit-chain.ts';
import { checkBooks } from '../checks/check-books.ts';
import { checkTexts } from '../checks/check-texts.ts';
import type { OrderEntry } from '../load/journal.ts';
import { readAccounts } from '../load/call.ts';
import { runLoad } from '../load/load.ts';
import { nodeSettings, createTrial } from '../trial.ts';
import { withShop, type Keys } from '../open-shop.ts';
import { startServices } from '../services.ts';
import type { Target } from '../target.ts';
import type { Trial } from '../trial-type.ts';

const PROGRAM = join(import.meta.dirname, '../../../apps/server/bin/portside.js');
const PASSPHRASE = 'a passphrase for the drill';

type RestoreReport = {
  /** Orders acknowledged before the backup began: all of them must come back. */
  readonly before: number;
  /** Orders acknowledged while it was made. */
  readonly during: number;
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly faults: readonly string[];
};

type RestoreRun = {
  readonly seed: number;
  /** How long buyers order before the backup begins. */
  readonly loadMs: number;
  readonly tell?: (line: string) => void;
};

/**
 * Backs a shop up with its own command while buyers order and pay, restores the backup into another database and
 * checks everything in it; then starts a shop on it, in which buyers read what they bought. PostgreSQL only.
 */
export async function runRestore({
  seed,
  loadMs,
  tell = () => undefined,
}: RestoreRun): Promise<RestoreReport> {
  const services = await startServices('postgres');
  try {
    const { trial, server } = await createTrial(services, seed);
    let isOver = false;
    const load = runLoad(trial, server.url, () => isOver);
    await sleep(loadMs);
    const before = trial.journal.ordersOf('acknowledged');
    const folder = join(trial.target.dataDir, 'backup');
    const backupMs = await portside(['backup', folder], settingsOf(trial));
    const during = trial.journal.countOrders('acknowledged') - before.length;
    tell(`backup: ${backupMs} ms, ${before.length} orders before, ${during} meanwhile`);
    isOver = true;
    await load;
    await server.stop();

    const target = await trial.databases.fresh('template0');
    const keysTo = join(target.dataDir, 'keys.env');
    const restoreMs = await portside(['restore', folder, '--keys-to', keysTo], {
      DATABASE_URL: target.databaseUrl!,
    });
    tell(`restore: ${restoreMs} ms`);
    const keys = readKeys(keysTo);
    const restored: Trial = { ...trial, target, keys };
    const faults = [
      ...(await lookAt(target, keys, before)),
      ...(await checkTexts(restored)),
      ...(await readAgain(restored, before)),
      // Again after the restored shop has read the chains and sent its queued mails.
      ...(await lookAt(target, keys, before)),
    ];
    target.remove();
    trial.target.remove();
    return { before: before.length, during, backupMs, restoreMs, faults };
  } finally {
    await services.stop();
  }
}

/** Runs the command as an operator does; returns the time it took. Throws with the command's own words if it fails. */
async function portside(args: readonly string[], settings: NodeJS.Dict<string>): Promise<number> {
  const since = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], BACKUP_PASSPHRASE: PASSPHRASE, ...settings },
  });
  const told = Promise.all([child.stdout, child.stderr].map((one) => one.setEncoding('utf8').toArray()));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`portside ${args[0]} ended with ${code}: ${(await told).flat().join('')}`);
  return Math.round(performance.now() - since);
}

const settingsOf = ({ target, chains, mail, keys }: Trial): NodeJS.Dict<string> => ({
  DATABASE_URL: target.databaseUrl!,
  PUBLIC_URL: 'http://localhost',
  ...nodeSettings(chains),
  SMTP_URL: mail.url,
  MAIL_FROM: 'Trial <shop@trial.example>',
  CREDENTIALS_KEYS: `k1:${keys.credentials}`,
  FINGERPRINT_KEY: keys.fingerprint,
});

/** The keys in the restored file: nothing else decrypts the accounts. */
function readKeys(file: string): Keys {
  const { CREDENTIALS_KEYS = '', FINGERPRINT_KEY = '' } = parseEnv(readFileSync(file, 'utf8'));
  return { credentials: CREDENTIALS_KEYS.replace(/^k1:/, ''), fingerprint: FINGERPRINT_KEY };
}

const lookAt = (target: Target, keys: Keys, before: readonly OrderEntry[]): Promise<string[]> =>
  withShop(target, keys, async ({ db }) => {
    const rows = await db.selectFrom('orders').select('order_no').execute();
    const known = new Set(rows.map(({ order_no }) => order_no));
    const { brokenAt } = await verifyAuditChain(db);
    return [
      ...(await checkBooks(db)),
      ...before
        .filter(({ orderNo }) => !known.has(orderNo!))
        .map(({ orderNo }) => `order ${orderNo}, acknowledged before the backup, is missing`),
      ...(brokenAt === null ? [] : [`the audit log is broken at ${brokenAt}`]),
    ];
  });

/** Starts a shop on the restored data; every buyer reads the accounts of every earlier order. */
async function readAgain(trial: Trial, before: readonly OrderEntry[]): Promise<string[]> {
  const { target, keys, journal } = trial;
  const server = await trial.start(undefined, {
    DATABASE_URL: target.databaseUrl!,
    DATA_DIR: target.dataDir,
    CREDENTIALS_KEYS: `k1:${keys.credentials}`,
    FINGERPRINT_KEY: keys.fingerprint,
  });
  for (const buyer of trial.buyers)
    for (const entry of before.filter(({ userId }) => userId === buyer.userId))
      await readAccounts({ url: server.url, journal }, buyer, entry);
  const { code } = await server.stop();
  return [...journal.contradictions, ...(code === 0 ? [] : [`the restored shop ended with ${code}`])];
}
