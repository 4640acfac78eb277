/** What does an empty call cost, against a bare route with the same schemas, and which layer costs how much? */
import { fork } from 'node:child_process';
import { LAYERS } from './setup/edge-layers.ts';
import type { EdgeServerJob } from './setup/edge-server.ts';
import { readFlags, figures, median, table, type Rate } from './setup/report.ts';
import { onDatabase } from './setup/on-database.ts';
import type { RawJob } from './setup/raw-load.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';
import { ask, startEdgeServer } from './setup/start-edge-server.ts';

const flags = readFlags({ buyers: [64], seconds: [4], rounds: [3], products: [1_000] });
const [buyers = 64] = flags.buyers;
const [seconds = 4] = flags.seconds;
const [rounds = 3] = flags.rounds;
const [products = 1_000] = flags.products;

type Measured = Rate & { readonly cpuMicros: number };
type Case = {
  readonly name: string;
  readonly serve: EdgeServerJob['serve'];
  readonly requests: readonly string[];
  readonly status?: number;
};
const measured = new Map<string, Measured[]>();

await onDatabase(false, async ({ ctx }, postgres) => {
  const tokens = await makeSignedIn(ctx, buyers);
  const goods = await makeGoods(ctx, products, 1_000_000);
  const post = tokens.map((token, who) =>
    write('POST', '/api/orders', { token, body: { goods_id: goods[who % goods.length], quantity: 1 } }),
  );
  const get = (path: string, accepts = ''): string[] =>
    tokens.map(() => write('GET', path, accepts === '' ? {} : { accepts }));
  const cases: Case[] = [
    ...LAYERS.map((name) => ({ name, serve: name, requests: post })),
    { name: 'whole edge', serve: 'whole edge', requests: post },
    { name: '/healthz', serve: 'shop', requests: get('/healthz') },
    { name: '/api/categories', serve: 'shop', requests: get('/api/categories') },
    { name: '/api/site-config', serve: 'shop', requests: get('/api/site-config') },
    {
      name: '/api/announcements/position/home',
      serve: 'shop',
      requests: get('/api/announcements/position/home'),
    },
    { name: '/api/goods?limit=20', serve: 'shop', requests: get('/api/goods?limit=20') },
    { name: '/api/goods', serve: 'shop', requests: get('/api/goods') },
    { name: '/api/goods in brotli', serve: 'shop', requests: get('/api/goods', 'br') },
    { name: 'orders', serve: 'shop', requests: post },
  ];
  const chosen = process.env['EDGE_CASES']?.split(',');
  // In turns, so that other load on the machine affects all alike.
  for (let round = 0; round < rounds; round += 1)
    for (const one of cases.filter(({ name }) => chosen?.includes(name) ?? true)) {
      const all = measured.get(one.name) ?? [];
      measured.set(one.name, [...all, await measure(one, postgres!.url)]);
    }
});

/** A server process and a process of callers; the first second warms both up. */
async function measure({ serve, requests, status = 200 }: Case, databaseUrl: string): Promise<Measured> {
  const server = await startEdgeServer({ databaseUrl, serve });
  const load = fork(new URL('./setup/raw-load.ts', import.meta.url));
  const job = { port: server.port, requests, status };
  await ask(load, { ...job, seconds: 1 } satisfies RawJob);
  const before = await server.cpuMs();
  const rate = await ask<Rate>(load, { ...job, seconds } satisfies RawJob);
  const after = await server.cpuMs();
  load.kill();
  await server.stop();
  return { ...rate, cpuMicros: ((after - before) * 1_000) / (rate.perSecond * seconds) };
}

type Written = { readonly token?: string; readonly body?: unknown; readonly accepts?: string };

function write(method: string, path: string, { token, body, accepts }: Written): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(accepts === undefined ? [] : [`accept-encoding: ${accepts}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

const of = (name: string, key: keyof Measured): number => median(measured.get(name)!.map((one) => one[key]));
const floor = measured.has('bare') ? of('bare', 'perSecond') : Number.NaN;
table(
  ['what', 'calls/s', 'ratio to bare', 'µs of Node', 'p50 ms', 'p99 ms'],
  [...measured.keys()].map((name) => [
    name,
    figures(of(name, 'perSecond')),
    (of(name, 'perSecond') / floor).toFixed(2),
    of(name, 'cpuMicros').toFixed(0),
    of(name, 'p50').toFixed(1),
    of(name, 'p99').toFixed(1),
  ]),
);
