import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  globSync,
  readdirSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveredAccount, Order } from '@portside/contract';
import { sql } from 'kysely';
import { sealedTables } from '../../../apps/server/src/compose/compose.ts';
import { importStock, rollBackImport, withdrawItems } from '../../../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { lockRowsToReseal } from '../../../apps/server/src/platform/keys/sealed-table.sql.ts';
import { call, type Buyer } from '../load/call.ts';
import { withShop } from '../open-shop.ts';
import { createProduct } from '../seed-shop.ts';
import type { Server } from '../server.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial } from '../trial.ts';
import type { Trial } from '../trial-type.ts';
import { withKeys } from './run-rotation.ts';
import { DAY_MS } from '../../../apps/server/src/platform/clock.ts';

type PurgeRun = {
  readonly database: DatabaseKind;
  readonly seed: number;
  readonly tell?: (line: string) => void;
};

type PurgeSummary = {
  readonly faults: readonly string[];
  /** Where the canary was found during its retention, and where planted leaks of it were found. */
  readonly kept: readonly string[];
  readonly foundLeaks: readonly string[];
  /** Where it was found after its retention; must be empty. */
  readonly left: readonly string[];
};

const SOLD = 3;
const EIGHT_DAYS_MS = 8 * DAY_MS;
const WAIT_MS = 60_000;
/** The most verbose log level. */
const LOUD = { LOG_LEVEL: 'trace' };

/**
 * Accounts that carry a canary are sold, mailed, read, downloaded, mailed again, refused at import, withdrawn
 * and rolled back. Eight days later the canary must be nowhere.
 */
export async function runPurge({ database, seed, tell = () => undefined }: PurgeRun): Promise<PurgeSummary> {
  const services = await startServices(database);
  try {
    const { trial: bare, server } = await createTrial(services, seed, LOUD);
    await server.stop();
    const canary = randomBytes(16).toString('hex');
    const goodsId = await putOnSale(bare, canary);
    // Texts under an older key exist too, and are re-encrypted meanwhile.
    const newest = { id: 'k2', key: randomBytes(32).toString('base64') };
    const trial = withKeys(bare, [newest, { id: 'k1', key: bare.keys.credentials }]);
    await sellAndDeliver(trial, String(goodsId));
    const kept = await searchCanary(trial, canary);
    tell(`kept: ${kept.join(', ')}`);
    const leaks = await findPlantedLeaks(trial);
    tell(`planted and found: ${leaks.found.join(', ')}`);
    await waitForPurge(trial);
    const left = await searchCanary(trial, canary);
    const faults = [...leaks.faults, ...left.map((where) => `the canary is still in ${where}`)];
    if (!kept.includes('sealed in stock_items')) faults.push('there was no canary to purge');
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { faults, kept, foundLeaks: leaks.found, left };
  } finally {
    await services.stop();
  }
}

const canaries = (canary: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${canary}-${index}@trial.example----${canary}`);

function putOnSale({ target, keys }: Trial, canary: string): Promise<bigint> {
  return withShop(target, keys, async (ctx) => {
    const { id: categoryId } = await ctx.db
      .selectFrom('categories')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const goodsId = await createProduct(ctx, categoryId, 9);
    const input = { goodsId, gender: 'unspecified', note: 'canary' } as const;
    await importStock(ctx, { ...input, lines: [...canaries(canary, 2 * SOLD), `${canary}\u0001`] });
    const wrong = await importStock(ctx, { ...input, lines: [`${canary} rolled back`] });
    await importStock(ctx, { ...input, lines: [`${canary} withdrawn`] });
    await rollBackImport(ctx, { params: { id: String(wrong.batchId) } });
    const last = await ctx.db
      .selectFrom('stock_ranges')
      .select(['end_id'])
      .where('goods_id', '=', goodsId)
      .orderBy('end_id', 'desc')
      .executeTakeFirstOrThrow();
    await withdrawItems(ctx, {
      items: [{ firstId: last.end_id - 1n, endId: last.end_id }],
      reason: 'canary',
    });
    return goodsId;
  });
}

/** One order is mailed twice; the other's mail is still queued when its retention ends. */
async function sellAndDeliver(trial: Trial, goodsId: string): Promise<void> {
  const server = await trial.start(undefined, LOUD);
  const [buyer, other] = trial.buyers as [Buyer, Buyer];
  const orderNo = await buy(server, buyer, goodsId);
  await until('the order is mailed', () => (trial.mail.arrived.get(orderNo)?.length ?? 0) === 1);
  await readIn(server, buyer, orderNo);
  const path = `/api/orders/${orderNo}/delivery-email`;
  await must(server, buyer, { method: 'POST', path, body: {} });
  await until('the order is mailed again', () => (trial.mail.arrived.get(orderNo)?.length ?? 0) === 2);
  await trial.mail.setDown(true);
  await readIn(server, other, await buy(server, other, goodsId));
  await until('the mail server was missed', () => readLog(trial).includes('a mail was not sent'));
  await server.stop();
}

async function buy(server: Server, buyer: Buyer, goodsId: string): Promise<string> {
  const body = { goods_id: goodsId, quantity: SOLD };
  const request = { method: 'POST', path: '/api/orders', body, key: buyer.random.id() } as const;
  return (await must<Order>(server, buyer, request)).order_no;
}

async function readIn(server: Server, buyer: Buyer, orderNo: string): Promise<void> {
  const path = `/api/orders/${orderNo}/accounts`;
  await must<{ items: DeliveredAccount[] }>(server, buyer, { method: 'GET', path });
  for (const format of ['txt', 'csv']) {
    const headers = { authorization: `Bearer ${buyer.token}`, 'x-forwarded-for': buyer.address };
    const answer = await fetch(`${server.url}${path}?format=${format}`, { headers });
    if (!answer.ok || !(await answer.text()).includes('trial.example'))
      throw new Error(`no ${format} of an order`);
  }
}

async function must<T>({ url }: Server, buyer: Buyer, request: Parameters<typeof call>[2]): Promise<T> {
  const answer = await call<T>(url, buyer, request);
  if (answer?.code !== 200) throw new Error(`${request.path} answers ${answer?.code}`);
  return answer.data;
}

/**
 * Plants leaks of another canary that the search must find: in a log, in a file, in a table, and in a table in another
 * form. They are removed again, but the database's files may keep them for a while.
 */
async function findPlantedLeaks(trial: Trial): Promise<{ found: string[]; faults: string[] }> {
  const { dataDir, databaseUrl } = trial.target;
  const canary = randomBytes(16).toString('hex');
  const log = join(dataDir, 'server.log');
  const logBytes = readFileSync(log).length;
  const uploads = join(dataDir, 'planted');
  appendFileSync(log, `{"msg":"sold ${canary}"}\n`);
  mkdirSync(uploads);
  writeFileSync(join(uploads, 'import.csv'), `x,${Buffer.from(canary).toString('base64')}\n`);
  await run(trial, sql`update mails set kind = kind || ${canary} where id = (select min(id) from mails)`);
  await run(trial, sql`create table planted (bytes bytea)`);
  await run(trial, sql`insert into planted values (${Buffer.from(canary)})`);
  const found = await searchCanary(trial, canary);
  await run(trial, sql`update mails set kind = replace(kind, ${canary}, '')`);
  await run(trial, sql`drop table planted`);
  rmSync(uploads, { recursive: true });
  truncateSync(log, logBytes);
  const wanted = ['table mails', 'table planted', 'file server.log', 'file planted/import.csv'];
  if (databaseUrl !== null) wanted.push('dump');
  const missed = wanted.filter((where) => !found.includes(where));
  return { found, faults: missed.map((where) => `a leak in ${where} was not found`) };
}

const run = (trial: Trial, statement: ReturnType<typeof sql>): Promise<unknown> =>
  withShop(trial.target, trial.keys, ({ db }) => statement.execute(db));

const readLog = ({ target }: Trial): string => readFileSync(join(target.dataDir, 'server.log'), 'utf8');

/** Starts the shop eight days later, until both orders are purged and every other text with a canary is deleted. */
async function waitForPurge(trial: Trial): Promise<void> {
  const server = await trial.start(undefined, { ...LOUD, CLOCK_OFFSET_MS: String(EIGHT_DAYS_MS) });
  await until('the orders are purged', () => readLog(trial).includes('account texts erased'));
  await trial.mail.setDown(false);
  // Queued mail would be sent now, and withdrawn stock is deleted every two seconds.
  await sleep(4_000);
  await server.stop();
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${what}`);
    await sleep(50);
  }
}

const ROWS_A_STEP = 1_000;
const [pgDump] = globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().toReversed();

/**
 * Finds a text as plain text, hexadecimal, base64 or UTF-16: in every row of every table, in everything that
 * the shop's keys decrypt, in a dump, and in every file of the data folder, including the log. The
 * shop must be stopped.
 */
async function searchCanary(trial: Trial, canary: string): Promise<string[]> {
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
