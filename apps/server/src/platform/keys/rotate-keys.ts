import type { Db } from '../db/db.ts';
import type { Keyring } from './keyring.ts';
import { StartError } from '../refusal.ts';
import {
  findSealedUnder,
  type SealedTable,
  isAnySealedUnder,
  lockRowsToReseal,
  updateSealedRows,
  type RowKey,
} from './sealed-table.sql.ts';
import {
  findFingerprintCheck,
  listCheckValues,
  saveCheckValue,
  saveFingerprintCheck,
  deleteSealingKey,
  holdSealingKey,
  listSealingKeys,
  lockSealingKey,
  tryLockRotation,
} from './sealing-keys.sql.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, type Ctx } from '../context.ts';
import { crashPoint } from '../crash-point.ts';
import type { Job } from '../jobs.ts';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';

/**
 * Throws a StartError if a key that still seals something is missing, or if a key differs from the one that had its id
 * before: what it sealed could neither be opened nor recognised.
 */
export async function requireKeys(db: Db, keyring: Keyring, tables: readonly SealedTable[]): Promise<void> {
  const known = await listCheckValues(db);
  const listed = keyring.keyIds;
  const missing = [...known.keys()].filter((id) => !listed.includes(id));
  if (missing.length > 0)
    throw new StartError(
      `CREDENTIALS_KEYS lacks ${quote(missing)}: accounts are still encrypted with it. Put it back after the newest key; the log says when it can be removed.`,
    );
  const fingerprint = await findFingerprintCheck(db);
  if (fingerprint && !fingerprint.equals(keyring.fingerprintCheck))
    throw new StartError(
      'FINGERPRINT_KEY is another key than this shop has had: it would not recognise accounts that it has sold, nor the addresses of its buyers. Put the right one back; it never changes.',
    );
  const wrong: string[] = [];
  for (const [id, checkValue] of known) {
    const isRight =
      checkValue === null
        ? await opensWhatIsThere(db, keyring, tables, id)
        : checkValue.equals(keyring.checkValue(id));
    if (!isRight) wrong.push(id);
  }
  if (wrong.length > 0)
    throw new StartError(
      `CREDENTIALS_KEYS: ${quote(wrong)} is another key than the one that accounts are encrypted with. Put the right one back, or give the new one an id of its own and keep the old one after it.`,
    );
}

/** Gives keys their first check value. Call it once they are known to be right. */
export async function rememberKeys(db: Db, keyring: Keyring): Promise<void> {
  for (const [id, checkValue] of await listCheckValues(db))
    if (checkValue === null) await saveCheckValue(db, id, keyring.checkValue(id));
  await saveFingerprintCheck(db, keyring.fingerprintCheck);
}

/** For keys from before there were check values. */
async function opensWhatIsThere(
  db: Db,
  keyring: Keyring,
  tables: readonly SealedTable[],
  keyId: string,
): Promise<boolean> {
  for (const table of tables) {
    const row = await findSealedUnder(db, table, keyId);
    if (!row) continue;
    try {
      keyring.open({ keyId, sealed: row.sealed }, row.place);
      return true;
    } catch {
      return false;
    }
  }
  return true;
}

const quote = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(', ');

const ROWS_PER_STEP = 250;

/** Progress through the tables. */
type Walk = {
  table: number;
  after: RowKey;
  /** How many rows could not be opened. */
  damaged: number;
  restsUntil: number;
};

/**
 * Reseals everything that older keys have sealed under the newest, a few rows at a time, and logs when an older key
 * can be removed from the configuration. Both keys open meanwhile. Progress is in memory only: after a restart the
 * walk starts again and skips what is done.
 */
export function createRotateKeysJob(ctx: Ctx, tables: readonly SealedTable[]): Job {
  const walk: Walk = { table: 0, after: startOf(tables[0]!), damaged: 0, restsUntil: 0 };
  return { name: 'rotate keys', everyMs: MINUTE_MS, run: () => rotateKeys(ctx, tables, walk) };
}

const startOf = ({ key }: SealedTable): RowKey => key.map(() => -1n);

async function rotateKeys(ctx: Ctx, tables: readonly SealedTable[], walk: Walk): Promise<{ more: boolean }> {
  const { newestKeyId } = ctx.keyring;
  const older = (await listSealingKeys(ctx.db)).filter((id) => id !== newestKeyId);
  if (older.length === 0 || ctx.clock.now().getTime() < walk.restsUntil) return { more: false };
  const table = tables[walk.table];
  if (table === undefined) {
    // Damaged rows keep their key, and would be found again each minute.
    const restsUntil = walk.damaged > 0 ? ctx.clock.now().getTime() + HOUR_MS : 0;
    if (walk.damaged > 0) ctx.log.error({ rows: walk.damaged }, 'sealed rows cannot be opened');
    Object.assign(walk, { table: 0, after: startOf(tables[0]!), damaged: 0, restsUntil } satisfies Walk);
    return deleteUnusedKeys(ctx, tables, older);
  }
  const started = performance.now();
  const last = await resealSome(ctx, table, walk);
  if (last === 'busy') return { more: false };
  if (last !== null) walk.after = last;
  else {
    walk.table += 1;
    walk.after = startOf(tables[walk.table] ?? table);
  }
  // Leaves half of the time to buyers.
  await sleep(performance.now() - started);
  return { more: true };
}

/** The last row that was resealed; null if none is left, `busy` while another process rotates. */
async function resealSome(ctx: Ctx, table: SealedTable, walk: Walk): Promise<RowKey | null | 'busy'> {
  const { after } = walk;
  const last = await inTransaction(ctx, async ({ db, keyring }) => {
    if (!(await tryLockRotation(db))) return 'busy' as const;
    await holdSealingKey(db, keyring);
    const rows = await lockRowsToReseal(db, table, keyring.newestKeyId, { after, limit: ROWS_PER_STEP });
    if (rows.length === 0) return null;
    const resealed = rows.flatMap((row) => {
      try {
        return { key: row.key, sealed: keyring.seal(keyring.open(row, row.place), row.place).sealed };
      } catch (err) {
        if (walk.damaged === 0)
          ctx.log.error(
            { err, table: table.name, row: row.key.map(String) },
            'a sealed row cannot be opened',
          );
        walk.damaged += 1;
        return [];
      }
    });
    await updateSealedRows(db, table, keyring.newestKeyId, resealed);
    crashPoint('rotation: resealed');
    return rows.at(-1)!.key;
  });
  if (last !== null && last !== 'busy') crashPoint('rotation: after commit');
  return last;
}

/**
 * Deletes older keys under which nothing is sealed any more. Finds rows that the walk skipped, or that a process
 * without the newest key has sealed since.
 */
async function deleteUnusedKeys(
  ctx: Ctx,
  tables: readonly SealedTable[],
  older: readonly string[],
): Promise<{ more: boolean }> {
  for (const keyId of older) {
    const isDeleted = await inTransaction(ctx, async ({ db }) => {
      if (!(await tryLockRotation(db))) return false;
      await lockSealingKey(db, keyId);
      for (const table of tables) if (await isAnySealedUnder(db, table, keyId)) return false;
      await deleteSealingKey(db, keyId);
      crashPoint('rotation: key forgotten');
      return true;
    });
    if (isDeleted) logUnusedKey(ctx, keyId);
  }
  return { more: false };
}

function logUnusedKey({ log, keyring }: Ctx, keyId: string): void {
  const isListed = keyring.keyIds.includes(keyId);
  log.info(
    { keyId },
    `this key no longer encrypts anything${isListed ? '; it can be removed from CREDENTIALS_KEYS' : ''}`,
  );
}
