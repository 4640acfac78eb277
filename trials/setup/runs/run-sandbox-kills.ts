import { checkBooks } from '../checks/check-books.ts';
import { checkJournal } from '../checks/audit.ts';
import { withShop } from '../open-shop.ts';
import { makePlans, titleOf, runRound, type RoundReport } from './round.ts';
import { createRandom } from '../random.ts';
import { freePort } from '../../../scripts/test/free-port.ts';
import { formatAddress } from '@portside/chain';
import { formatMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { fundBuyers, registerBuyers } from '../load/load.ts';
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
};

/**
 * Kills a sandbox as `runKills` kills a shop. Its chains die too, so a payment counts as sent only if it was answered.
 */
export async function runSandboxKills(
  rounds: number,
  seed: number,
  tell: (line: string) => void,
): Promise<SandboxKills> {
  const { trial, server } = await createSandboxTrial(seed);
  await server.kill();
  const plans = makePlans(createRandom(seed), false);
  const reports: RoundReport[] = [];
  const faults: string[] = [];
  try {
    while (reports.length < rounds && faults.length === 0) {
      const report = await runRound(trial, plans.next().value);
      reports.push(report);
      const found = await withShop(trial.target, trial.keys, async ({ db }) => [
        ...(await checkBooks(db)),
        ...(await checkJournal(db, trial.journal)),
      ]);
      faults.push(...found.filter((fault) => !/^deposit .* was never sent$/.test(fault)));
      const up = report.startMs === null ? 'died while starting' : `up in ${Math.round(report.startMs)} ms`;
      const missed = report.wasReached ? '' : '  NOT REACHED';
      tell(
        `${reports.length}  ${titleOf(report.plan)}  ${up}  ${trial.journal.countOrders('acknowledged')} acknowledged${missed}`,
      );
    }
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { rounds: reports, faults, acknowledgedOrders: trial.journal.countOrders('acknowledged') };
  } finally {
    await trial.mail.stop();
  }
}

/** May or may not have been sent: the shop and its chains died before the answer. */
const UNKNOWN: Hex = `0x${'0'.repeat(64)}`;

/** The sandbox as a visitor starts it, without one setting: its chains run under it and die with it. */
async function createSandboxTrial(seed: number): Promise<{ trial: Trial; server: Server }> {
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
