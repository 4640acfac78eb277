import { DAY_MS } from '../platform/clock.ts';
import { NETWORKS, type Network, type Sandbox } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import type { App } from '../compose/app.ts';
import type { ChainAccess } from '../compose/app-parts.ts';
import { createFollowJob, createReadAddressesJob } from '../features/deposits/index.ts';
import { turnover } from '../features/orders/index.ts';
import { createAssignLevelsJob } from '../features/prices/index.ts';
import { depositMatcher } from '../features/recharges/index.ts';
import { watchStock } from '../features/goods/index.ts';
import { isSandboxSeeded, seedSandbox } from '../features/sandbox/index.ts';
import { addVisits, countSoldGoods } from '../features/statistics/index.ts';
import { reportStep } from '../boot/start-steps.ts';
import { HISTORY_DAYS, makeHistory } from './make-history.ts';
import { type MovingClock, ShopCaller, type Person } from './history.ts';
import { Session } from 'node:inspector';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** When the local chains of a sandbox with a history begin: before its first day. */
export const historyStart = (now = new Date()): Date => new Date(now.getTime() - (HISTORY_DAYS + 2) * DAY_MS);

type Filling = {
  readonly app: App;
  readonly devchain: Devchain;
  readonly chains: Partial<Record<Network, ChainAccess>>;
  readonly clock: MovingClock;
  /** Whether a new sandbox gets a history. */
  readonly isLived: boolean;
};

/** Goods, people and payment methods of the sandbox; in a new one also a month of history. */
export async function fillSandbox(filling: Filling): Promise<Sandbox['sign_ins']> {
  const { app, devchain, clock, isLived } = filling;
  const ctx = app.systemCtx('seed sandbox');
  const hasPast = isLived && devchain.isNew && !(await isSandboxSeeded(ctx.db));
  const now = new Date();
  if (hasPast) clock.moveTo(historyStart(now));
  const { level } = ctx.log;
  try {
    const signIns = await reportStep('Filling the sandbox', () => seedSandbox(ctx, { devchain }));
    // A month of sign-ins and top-ups is no news to whoever starts the sandbox.
    if (hasPast) ctx.log.level = 'error';
    if (hasPast) await reportStep('Living through a month of history', () => live(filling, signIns, now));
    return signIns;
  } finally {
    ctx.log.level = level;
    clock.goOn();
    // New chains began in the past, even if this database already has a history.
    if (isLived && devchain.isNew) await devchain.returnToPresent();
    if (hasPast) await readToPresent(filling);
    if (hasPast) returnMemory();
  }
}

/**
 * The history leaves the chains as read as they were at their last top-up, hours or days ago. Read them to the present,
 * so that nobody who opens the shop is told that payments are detected late.
 */
async function readToPresent({ app, chains }: Filling): Promise<void> {
  await Promise.all(
    NETWORKS.map(async (network) => {
      const ctx = app.systemCtx(`history ${network}`);
      const options = { network, ...chains[network]! };
      for (const job of [
        createFollowJob(ctx, options, depositMatcher),
        createReadAddressesJob(ctx, options, depositMatcher),
      ])
        while ((await job.run()).more);
    }),
  );
}

/** The shop's own people sit in one office. */
const ADDRESSES = {
  owner: '203.0.113.7',
  colleague: '203.0.113.7',
  agent: '203.0.113.7',
  buyer: '198.51.100.80',
  supplier: '198.51.100.90',
};

function live({ app, devchain, chains, clock }: Filling, signIns: Sandbox['sign_ins'], now: Date) {
  const jobs = new Map(
    NETWORKS.map((network) => [
      network,
      createFollowJob(app.systemCtx(`history ${network}`), { network, ...chains[network]! }, depositMatcher),
    ]),
  );
  const follow = async (network: Network): Promise<void> => {
    while ((await jobs.get(network)!.run()).more);
  };
  const levels = createAssignLevelsJob(app.systemCtx('history levels'), turnover);
  const person = (wanted: keyof typeof ADDRESSES): Person => ({
    ...signIns.find(({ role }) => role === wanted)!,
    address: ADDRESSES[wanted],
  });
  const caller = new ShopCaller(app.http);
  const people = {
    owner: person('owner'),
    colleague: person('colleague'),
    agent: person('agent'),
    buyer: person('buyer'),
    supplier: person('supplier'),
  };
  const stockCtx = app.systemCtx('history stock');
  const visitsCtx = app.systemCtx('history visits');
  const parts = {
    caller,
    clock,
    devchain,
    follow,
    now,
    addVisits: (visits: number, clicks: ReadonlyMap<string, number>) => addVisits(visitsCtx, visits, clicks),
    assignLevels: async () => {
      while ((await levels.run()).more);
    },
    watchStock: async () => void (await watchStock(stockCtx, { countSold: countSoldGoods })),
  };
  return makeHistory({ ...parts, ...people });
}

/**
 * Collects garbage and returns its memory to the system. For after much work that is not repeated: a quiet process would
 * keep that memory for hours.
 */
function returnMemory(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

/**
 * A file in the data folder while a new sandbox is being filled. A start that was broken off leaves half a month of
 * history, and chains that stand in the past.
 */
const MARK = 'filling';

const PARTS = ['database', 'chains'];

/**
 * Removes what an unfinished filling has left, keys excepted, and marks a folder without a database as being filled. For
 * whoever holds the folder's lock, before anything in it is opened. Returns whether it is being filled now.
 */
export function beginFilling(dataDir: string): boolean {
  const mark = join(dataDir, MARK);
  if (existsSync(mark))
    for (const part of PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
  const isNew = !existsSync(join(dataDir, 'database'));
  if (isNew) {
    writeFileSync(mark, '');
    // Nothing of the database may reach the disk before it.
    syncFolder(dataDir);
  }
  return isNew;
}

/** What is in the folder is kept from now on. */
export const endFilling = (dataDir: string): void => rmSync(join(dataDir, MARK), { force: true });

/** Writes all files of the closed database to the disk, before `endFilling`, if it was filled without syncing. */
export async function syncDatabase(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database');
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  const syncNext = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      await using file = await open(join(folder, name), 'r');
      await file.sync();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, syncNext));
}

/** Of Node's threads for files: a disk syncs several at once in little more than the time of one. */
const AT_A_TIME = 4;

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
