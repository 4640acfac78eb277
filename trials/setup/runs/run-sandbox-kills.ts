import { checkBooks } from '../checks/check-books.ts';
import { checkJournal } from '../checks/audit.ts';
import { withShop } from '../open-shop.ts';
import { makePlans, makeWebhooksDue, titleOf, runRound, type Plan, type RoundReport } from './round.ts';
import { createRandom } from '../random.ts';
import { freePort } from '../../../scripts/test/free-port.ts';
import { formatAddress } from '@portside/chain';
import { formatMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { sql } from 'kysely';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { fundBuyers, listenFor, openPrograms, registerBuyers } from '../load/load.ts';
import { Journal } from '../load/journal.ts';
import { startMailSink } from '../load/mail-sink.ts';
import { launchServer, startServer, type Server, type ServerOptions } from '../server.ts';
import { openDatabases } from '../target.ts';
import { logFileOf } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

type SandboxKills = {
  readonly rounds: readonly RoundReport[];
  readonly faults: readonly string[];
  readonly acknowledgedOrders: number;
  /** What was written of each: events for endpoints and callbacks, orders of standing orders, notices. */
  readonly callbacks: number;
  readonly standing: number;
  readonly notices: number;
  /** Events that arrived, each once however often it came. */
  readonly events: number;
};

/**
 * Kills a sandbox as `runKills` kills a shop. Its chains die too, so a payment counts as sent only if it was answered.
 */
export async function runSandboxKills(
  rounds: number,
  seed: number,
  { tell, wants = () => true }: { tell(line: string): void; wants?(plan: Plan): boolean },
): Promise<SandboxKills> {
  const receiver = await startReceiver();
  const { trial, server } = await createSandboxTrial(seed, receiver.url);
  await server.kill();
  const plans = makePlans(createRandom(seed), false).filter(wants);
  const reports: RoundReport[] = [];
  const faults: string[] = [];
  try {
    while (reports.length < rounds && faults.length === 0) {
      const report = await runRound(trial, plans.next().value!);
      reports.push(report);
      if (reports.length % AUDIT_EVERY === 0 || reports.length === rounds)
        faults.push(...(await auditSandbox(trial)));
      const up = report.startMs === null ? 'died while starting' : `up in ${Math.round(report.startMs)} ms`;
      const missed = report.wasReached ? '' : '  NOT REACHED';
      tell(
        `${reports.length}  ${titleOf(report.plan)}  ${up}  ${trial.journal.countOrders('acknowledged')} acknowledged${missed}`,
      );
    }
    if (faults.length === 0) faults.push(...(await checkEvents(trial, receiver)));
    const written = await countWritten(trial);
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    const acknowledgedOrders = trial.journal.countOrders('acknowledged');
    const { arrived } = receiver;
    const callbacks = [...arrived.keys()].filter((place) => place.startsWith('/callback ')).length;
    return { rounds: reports, faults, acknowledgedOrders, callbacks, ...written, events: arrived.size };
  } finally {
    await trial.mail.stop();
    receiver.stop();
  }
}

/** Each time the embedded database is started for it. */
const AUDIT_EVERY = 4;

async function auditSandbox({ target, keys, journal }: Trial): Promise<string[]> {
  const found = await withShop(target, keys, async ({ db }) => [
    ...(await checkBooks(db)),
    ...(await checkJournal(db, journal)),
  ]);
  return found.filter((fault) => !/^deposit .* was never sent$/.test(fault));
}

/** May or may not have been sent: the shop and its chains died before the answer. */
const UNKNOWN: Hex = `0x${'0'.repeat(64)}`;

/** The sandbox as a visitor starts it, without one setting: its chains run under it and die with it. */
async function createSandboxTrial(seed: number, receiver: string): Promise<{ trial: Trial; server: Server }> {
  const random = createRandom(seed);
  const databases = await openDatabases('embedded');
  const target = await databases.fresh();
  const port = await freePort();
  const options = (crashAt?: string): ServerOptions => ({
    port,
    logFile: logFileOf(target),
    environment: {
      DATA_DIR: target.dataDir,
      SANDBOX: 'empty',
      TRUSTED_PROXIES: '127.0.0.1',
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
  });
  const start: Trial['start'] = (crashAt) => startServer(options(crashAt));
  const launch: Trial['launch'] = () => launchServer(options());
  const first = await start();
  const chains = visitChains(first.url);
  const { items } = await read<{ items: { id: string }[] }>(`${first.url}/api/goods?limit=100`);
  await first.stop();

  const file = JSON.parse(readFileSync(join(target.dataDir, 'keys.json'), 'utf8')) as {
    credentials: { k1: string };
    fingerprint: string;
  };
  const keys = { credentials: file.credentials.k1, fingerprint: file.fingerprint };
  const journal = new Journal();
  const lines = await withShop(target, keys, async ({ db }) => {
    const { count } = db.fn;
    const row = db.selectFrom('stock_fingerprints').select(count<bigint>('item_id').as('lines'));
    return Number((await row.executeTakeFirstOrThrow()).lines);
  });
  journal.imports.push({ tag: 'demo', lines, isAcknowledged: true });

  const server = await start();
  const buyers = await registerBuyers(server.url, random);
  const mail = await startMailSink();
  const goods = items.map(({ id }) => id);
  const trial = { databases, chains, mail, random, target, keys, goods, buyers, journal, start, launch };
  await listenFor(buyers, server.url, receiver);
  await openPrograms(buyers, server.url, `${receiver}callback`);
  await fundBuyers(trial, server.url);
  return { trial, server };
}

/** The chains as a visitor sees them: through the shop alone. */
function visitChains(url: string): Devchain {
  const sendUsdt: Devchain['sendUsdt'] = async (type, to, amountMicro) => {
    const answer = await fetch(`${url}/api/sandbox/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, to: formatAddress(type, to), amount: formatMicro(amountMicro) }),
    }).catch(() => null);
    if (!answer?.ok) return UNKNOWN;
    const { data } = (await answer.json()) as { data: { tx_hash: string } };
    return `0x${data.tx_hash.replace(/^0x/, '')}`;
  };
  return { sendUsdt } as unknown as Devchain;
}

async function read<T>(address: string): Promise<T> {
  const { data } = (await (await fetch(address)).json()) as { data: T };
  return data;
}

async function countWritten({ target, keys }: Trial): Promise<{ standing: number; notices: number }> {
  return withShop(target, keys, async ({ db }) => {
    const { rows } = await sql<{ standing: number; notices: number }>`
      select (select count(*)::int from orders where idempotency_key like 'standing order %') as standing,
        (select count(*)::int from notices) as notices`.execute(db);
    return rows[0]!;
  });
}

type Receiver = { readonly url: string; readonly arrived: ReadonlyMap<string, Told>; stop(): void };
type Told = { readonly type: string; readonly data: { readonly order_no?: string } };

/** A buyer's program on loopback, which stays while the shop is killed. Every tenth event it answers with a failure. */
async function startReceiver(): Promise<Receiver> {
  const arrived = new Map<string, Told>();
  let count = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      count += 1;
      if (count % 10 === 0) return response.writeHead(500).end();
      // An order's own address is told the same event.
      arrived.set(
        `${request.url} ${String(request.headers['webhook-id'])}`,
        JSON.parse(Buffer.concat(parts).toString()) as Told,
      );
      return response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, arrived, stop };
}

const TOLD_WITHIN_MS = 120_000;

const MOST_TURNS = 5;

/** Until nothing has come for longer than what failed once takes to come again. */
async function untilQuiet(arrived: Receiver['arrived']): Promise<void> {
  const settled = performance.now() + TOLD_WITHIN_MS;
  for (let [size, since] = [arrived.size, performance.now()]; performance.now() < settled; await sleep(500)) {
    if (arrived.size > size) [size, since] = [arrived.size, performance.now()];
    else if (performance.now() - since > 12_000) break;
  }
}

/** Lets the shop send what waits: then every event has arrived, and none is of an order that does not exist. */
async function checkEvents(trial: Trial, { arrived }: Receiver): Promise<string[]> {
  const { target, keys } = trial;
  // The receiver fails some of them several times over; their next attempt would be minutes later.
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const waiting = await withShop(target, keys, ({ db, clock }) => makeWebhooksDue(db, clock.now()));
    if (turn > 0 && waiting === 0) break;
    const server = await trial.start();
    await untilQuiet(arrived);
    await server.stop();
  }
  return withShop(target, keys, async ({ db }) => {
    const written = await db.selectFrom('webhook_deliveries').select(['message_id', 'type', 'url']).execute();
    const orders = new Set(
      (await db.selectFrom('orders').select('order_no').execute()).map((row) => row.order_no),
    );
    const placeOf = (address: string | null): string => (address === null ? '/' : new URL(address).pathname);
    const missing = written.filter(({ message_id: id, url }) => !arrived.has(`${placeOf(url)} ${id}`));
    // Completed, with an address of its own: it was told there.
    const { rows: called } = await sql<{ order_no: string }>`
      select order_no from orders join order_callbacks on order_id = orders.id where status = 'completed'`.execute(
      db,
    );
    const told = new Set(
      [...arrived].flatMap(([place, { data }]) => (place.startsWith('/callback ') ? data.order_no : [])),
    );
    return [
      ...missing.map(({ message_id: id, type }) => `${type} ${id} never arrived`),
      ...called
        .filter(({ order_no: no }) => !told.has(no))
        .map(({ order_no: no }) => `order ${no} was never told to its callback`),
      ...[...arrived.values()].flatMap(({ data }) =>
        data.order_no === undefined || orders.has(data.order_no)
          ? []
          : [`told of order ${data.order_no}, which does not exist`],
      ),
    ];
  });
}
