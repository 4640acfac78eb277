/** How soon do ten thousand streams on two hosts receive an order that one of them placed? Needs root (namespaces). */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyringOf, productionSettings } from '../apps/server/src/testing/multi-process-shop.ts';
import { launchValkey } from '../apps/server/src/testing/valkey.ts';
import { readFlags, figures, median, quantile, table } from './setup/report.ts';
import type { ViewersMessage } from './setup/live-viewers.ts';
import { makeHosts, type NamespaceHost } from './setup/namespace-hosts.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';
import { startShopProcesses } from './setup/shop-processes.ts';
import { connect, createServer, type Server } from 'node:net';

const flags = readFlags({ viewers: [1_000, 10_000], rounds: [10] });
const [rounds = 10] = flags.rounds;
const PAUSE_MS = 2_500;
const PORT = 3_000;
/** Nobody else listens between the two hosts. */
const ACCEPTED = { ACCEPT_PLAIN_DATABASE: '1', ACCEPT_PLAIN_VALKEY: '1' };
const rows: string[][] = [];

await onDatabase(false, async ({ ctx }, postgres) => {
  const { hosts, remove } = makeHosts(2);
  const valkey = await launchValkey();
  const close = [
    await forward(postgres!.port, hosts),
    await forward(Number(new URL(valkey.url).port), hosts),
  ];
  try {
    const [token] = await makeSignedIn(ctx, 1);
    const keys = sameKeys(productionSettings({ databaseUrl: '', valkeyUrl: '' }));
    const [goodsId] = await makeGoods({ ...ctx, keyring: keyringOf(keys) }, 1, 1_000_000);
    let sold = 0;
    for (const count of flags.viewers) {
      const settings = hosts.map(({ outside }) =>
        productionSettings({ databaseUrl: at(postgres!.url, outside), valkeyUrl: at(valkey.url, outside) }),
      );
      const [first, second] = await Promise.all(
        hosts.map(({ namespace, inside, outside }, index) =>
          startShopProcesses({ ...settings[index]!, ...keys, ...ACCEPTED, TRUSTED_PROXIES: outside }, [
            { namespace, host: inside, port: PORT },
          ]),
        ),
      );
      const processes = [...first!.processes, ...second!.processes];
      const before = processes.map(({ pid }) => residentBytes(pid));
      const viewers = fork(new URL('./setup/live-viewers.ts', import.meta.url));
      viewers.send({ targets: processes.map(({ host, port }) => ({ host, port })), count });
      await once(viewers, 'message');
      const after = processes.map(({ pid }) => residentBytes(pid));
      const lasts: number[] = [];
      const middles: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        sold += 1;
        viewers.send(sold);
        await sleep(PAUSE_MS);
        const asked = Number(process.hrtime.bigint());
        await order(hosts[0]!.inside, token!, goodsId!);
        const [word] = (await once(viewers, 'message')) as [ViewersMessage];
        const delays =
          word.kind === 'heard' ? word.atNs.map((ns) => (ns - asked) / 1e6).toSorted((a, b) => a - b) : [];
        lasts.push(delays.at(-1)!);
        middles.push(quantile(delays, 0.5));
      }
      viewers.kill();
      await Promise.all([first!.stop(), second!.stop()]);
      const bytes = after.map((one, index) => (one - before[index]!) / (count / 2));
      rows.push([
        figures(count),
        median(middles).toFixed(0),
        median(lasts).toFixed(0),
        Math.max(...lasts).toFixed(0),
        bytes.map((one) => (one / 1_024).toFixed(1)).join(' and '),
      ]);
    }
  } finally {
    close.forEach((end) => end());
    await valkey.kill();
    remove();
  }
});
table(['streams', 'p50 ms', 'last ms', 'worst last ms', 'KiB a stream, by host'], rows);

function at(url: string, host: string): string {
  const moved = new URL(url);
  moved.hostname = host;
  return moved.href;
}

function sameKeys({ CREDENTIALS_KEYS, FINGERPRINT_KEY }: ReturnType<typeof productionSettings>) {
  return { CREDENTIALS_KEYS, FINGERPRINT_KEY };
}

function order(host: string, token: string, goodsId: string): Promise<void> {
  const body = JSON.stringify({ goods_id: goodsId, quantity: 1 });
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  };
  return new Promise((resolve, reject) => {
    const call = request({ host, port: PORT, path: '/api/orders', method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(body);
  });
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024;
}

/** Lets hosts reach a server that listens on this machine's loopback only, under the same port. */
async function forward(port: number, hosts: readonly NamespaceHost[]): Promise<() => void> {
  const servers = await Promise.all(
    hosts.map(
      ({ inside, outside }) =>
        new Promise<Server>((resolve, reject) => {
          const server = createServer((inner) => {
            // A neighbour of this machine could otherwise send to that address, too.
            if (inner.remoteAddress !== inside) {
              inner.destroy();
              return;
            }
            const outer = connect(port, '127.0.0.1');
            inner.pipe(outer).pipe(inner);
            const end = (): void => void (inner.destroy(), outer.destroy());
            inner.on('error', end).on('close', end);
            outer.on('error', end).on('close', end);
          });
          server.once('error', reject).listen(port, outside, () => resolve(server));
        }),
    ),
  );
  return () => servers.forEach((server) => server.close());
}
