import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { sealedTables } from '../../../apps/server/src/compose/compose.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { lockRowsToReseal } from '../../../apps/server/src/platform/keys/sealed-table.sql.ts';
import { withShop } from '../open-shop.ts';
import type { Trial } from '../trial-type.ts';

const ROWS_A_STEP = 1_000;
const [pgDump] = globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().toReversed();

/**
 * Finds a text as plain text, hexadecimal, base64 or UTF-16: in every row of every table, in everything that
 * the shop's keys decrypt, in a dump, and in every file of the data folder, including the log. The
 * shop must be stopped.
 */
export async function searchCanary(trial: Trial, canary: string): Promise<string[]> {
  const needles = needlesOf(canary);
  const holds = (bytes: Buffer): boolean => needles.some((needle) => bytes.includes(needle));
  const inDatabase = await withShop(trial.target, trial.keys, async (ctx) => [
    ...(await searchTables(ctx, holds)),
    ...(await searchSealed(ctx, holds)),
  ]);
  return [...inDatabase, ...searchDump(trial, holds), ...searchFiles(trial.target.dataDir, holds)];
}

type Holds = (bytes: Buffer) => boolean;

/** Base64 of a part looks different at each of three offsets; the middle of it does not depend on its neighbours. */
function needlesOf(canary: string): Buffer[] {
  const shifted = [0, 1, 2].map((offset) =>
    Buffer.from(`${'x'.repeat(offset)}${canary}`)
      .toString('base64')
      .slice(4, -4),
  );
  const hex = Buffer.from(canary).toString('hex');
  return [canary, hex, hex.toUpperCase(), ...shifted]
    .map((text) => Buffer.from(text))
    .concat(Buffer.from(canary, 'utf16le'));
}

async function searchTables({ db }: Ctx, holds: Holds): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(
      db,
    );
    if (rows.some(({ row }) => holds(Buffer.from(row)))) found.push(`table ${name}`);
  }
  return found;
}

async function searchSealed({ db, keyring }: Ctx, holds: Holds): Promise<string[]> {
  const found: string[] = [];
  for (const table of sealedTables) {
    let after = table.key.map(() => -1n);
    while (true) {
      // No key counts as the newest here, so this reads every row.
      const rows = await lockRowsToReseal(db, table, '', { after, limit: ROWS_A_STEP });
      const texts = rows.map((row) => Buffer.from(keyring.open(row, row.place)));
      if (texts.some(holds) && !found.includes(`sealed in ${table.name}`))
        found.push(`sealed in ${table.name}`);
      if (rows.length < ROWS_A_STEP) break;
      after = [...rows.at(-1)!.key];
    }
  }
  return found;
}

function searchDump({ target }: Trial, holds: Holds): string[] {
  if (target.databaseUrl === null || pgDump === undefined) return [];
  const dump = spawnSync(pgDump, [target.databaseUrl], { maxBuffer: 2 ** 30 });
  if (dump.status !== 0) throw new Error(`pg_dump failed: ${String(dump.stderr)}`);
  return holds(dump.stdout) ? ['dump'] : [];
}

function searchFiles(folder: string, holds: Holds): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => holds(readFileSync(file)))
    .map((file) => `file ${relative(folder, file)}`);
}
