import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importStock } from '../../../apps/server/src/features/stock/index.ts';
import { settle } from '../checks/audit.ts';
import { checkTexts } from '../checks/check-texts.ts';
import { runLoad } from '../load/load.ts';
import { withShop } from '../open-shop.ts';
import { linesOf } from '../seed-shop.ts';
import type { Server } from '../server.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

type RotationRun = {
  readonly database: DatabaseKind;
  readonly changes: number;
  /** Kills in each change; the last of several comes at its very end, a single one there or anywhere. */
  readonly kills: number;
  readonly seed: number;
  /** Accounts of each product, instead of thousands. */
  readonly stock?: readonly number[];
  readonly tell?: (line: string) => void;
};

type RotationSummary = {
  readonly faults: readonly string[];
  /** Where the shop died. */
  readonly deaths: readonly string[];
  /** From the last start until the log says that the older key may go. */
  readonly rotationMs: readonly number[];
  readonly orders: number;
};

const LOAD_MS = 400;
/** Enough rows that every kill interrupts the rotation. */
const LINES_A_KILL = 1_500;
const MOST_STEPS = 3;
const DIES_WITHIN_MS = 120_000;
const ROTATED_WITHIN_MS = 150_000;

/** Rotates a shop's key under load with kills, and removes the older key at the end. */
export async function runRotation(run: RotationRun): Promise<RotationSummary> {
  const services = await startServices(run.database);
  try {
    const { trial, server } = await createTrial(services, run.seed, {}, run.stock);
    await loadFor(trial, server, LOAD_MS);
    await server.kill();
    const summary = { faults: [] as string[], deaths: [] as string[], rotationMs: [] as number[], orders: 0 };
    let keys: readonly Key[] = [{ id: 'k1', key: trial.keys.credentials }];
    for (let change = 1; change <= run.changes; change += 1) {
      const id = `k${change + 1}`;
      await stockUp(withKeys(trial, keys), id, run.kills * LINES_A_KILL);
      const newest = { id, key: randomBytes(32).toString('base64') };
      await changeKey(trial, keys, newest, run, summary);
      if (summary.faults.length > 0) break;
      keys = [newest];
    }
    if (summary.faults.length === 0) summary.faults.push(...(await settle(withKeys(trial, keys))).faults);
    summary.orders = trial.journal.countOrders('acknowledged');
    if (summary.faults.length === 0) trial.target.remove();
    else run.tell?.(`the data folder is kept: ${trial.target.dataDir}`);
    return summary;
  } finally {
    await services.stop();
  }
}

/** Includes refused lines, which are encrypted too. */
function stockUp({ target, keys, goods, journal }: Trial, tag: string, count: number): Promise<unknown> {
  return withShop(target, keys, async (ctx) => {
    const input = { goodsId: BigInt(goods[0]!), gender: 'unspecified', note: tag } as const;
    await importStock(ctx, { ...input, lines: linesOf(tag, count) });
    await importStock(ctx, { ...input, lines: [`${tag}-unfit\u0001`] });
    journal.imports.push({ tag, lines: count, isAcknowledged: true });
  });
}

async function changeKey(
  bare: Trial,
  older: readonly Key[],
  newest: Key,
  { kills, tell }: RotationRun,
  summary: { faults: string[]; deaths: string[]; rotationMs: number[] },
): Promise<void> {
  const alone = withKeys(bare, [newest]);
  summary.faults.push(...(await refusesToStart(alone, older)));
  const trial = withKeys(bare, [newest, ...older]);
  const crashes = Array.from({ length: kills }, (_, index) => {
    const isAtEnd = kills === 1 ? trial.random.chance(0.25) : index === kills - 1;
    return isAtEnd ? 'rotation: key forgotten' : planCrash(trial);
  });
  for (const crashAt of crashes) {
    const server = await trial.start(crashAt ?? undefined);
    const load = runLoad(trial, server.url, server.hasEnded);
    const hasDied = await Promise.race([
      server.ended.then(() => true),
      sleep(crashAt === null ? bare.random.below(600) : DIES_WITHIN_MS, false),
    ]);
    await server.kill();
    await load;
    if (crashAt !== null && !hasDied) summary.faults.push(`${crashAt} was not passed in time`);
    summary.deaths.push(crashAt ?? 'random kill');
    tell?.(`${newest.id}: ${crashAt ?? 'random kill'}`);
    summary.faults.push(...(await checkTexts(trial)));
    if (summary.faults.length > 0) return;
  }
  summary.rotationMs.push(await finish(trial, older));
  summary.faults.push(...(await checkTexts(trial, newest.id)));
  const server = await alone.start();
  await loadFor(alone, server, LOAD_MS);
  await server.stop();
}

/** Null: at any moment, from outside. */
function planCrash({ random }: Trial): string | null {
  const point = random.pick(['rotation: resealed', 'rotation: after commit', null]);
  return point && `${point}#${1 + random.below(MOST_STEPS)}`;
}

async function loadFor(trial: Trial, { url }: Server, ms: number): Promise<void> {
  const end = performance.now() + ms;
  await runLoad(trial, url, () => performance.now() > end);
}

/** A start without a key that is in use is refused and names the key. */
async function refusesToStart(trial: Trial, older: readonly Key[]): Promise<string[]> {
  const server = await trial.start();
  if (server.startMs !== null) {
    await server.kill();
    return ['the shop starts without a key that is in use'];
  }
  const log = readLog(trial);
  const names = older.map(({ id }) => `"${id}"`).join(', ');
  if (!log.includes(`CREDENTIALS_KEYS lacks ${names}`)) return ['the shop does not name the key it lacks'];
  return older.filter(({ key }) => log.includes(key)).map(({ id }) => `the log shows the key ${id}`);
}

const readLog = ({ target }: Trial): string => readFileSync(join(target.dataDir, 'server.log'), 'utf8');

/** Waits under load until the log says that every older key can be removed; returns the milliseconds. */
async function finish(trial: Trial, older: readonly Key[]): Promise<number> {
  const before = readLog(trial).length;
  const started = performance.now();
  const server = await trial.start();
  const isTold = (): boolean =>
    older.every(({ id }) => readLog(trial).slice(before).includes(`"keyId":"${id}"`));
  const isOver = (): boolean => isTold() || performance.now() - started > ROTATED_WITHIN_MS;
  await runLoad(trial, server.url, isOver);
  const tookMs = performance.now() - started;
  await server.stop();
  if (!isTold()) throw new Error('the rotation did not end');
  return tookMs;
}

/** 32 bytes in base64. */
type Key = { readonly id: string; readonly key: string };

/** The same shop with those keys, newest first; its log shows the progress of the rotation. */
export function withKeys(trial: Trial, keys: readonly Key[]): Trial {
  const CREDENTIALS_KEYS = keys.map(({ id, key }) => `${id}:${key}`).join(',');
  return {
    ...trial,
    keys: { ...trial.keys, ring: new Map(keys.map(({ id, key }) => [id, key])) },
    start: (crashAt, more) => trial.start(crashAt, { CREDENTIALS_KEYS, LOG_LEVEL: 'info', ...more }),
  };
}
