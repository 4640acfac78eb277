/**
 * How many orders a second over HTTP, compared with a bare Fastify route with the same schemas and with the whole edge
 * without an order? Each server is a process; they run in turns. The callers are Node's own client, which costs more
 * than the bare route: edge.ts has cheaper ones.
 */
import { readFlags, figures, median, table, type Rate } from './setup/report.ts';
import { loadFrom } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';
import { startEdgeServer } from './setup/start-edge-server.ts';
import type { EdgeServerJob } from './setup/edge-server.ts';

const flags = readFlags({ buyers: [64, 256], seconds: [8], rounds: [3] });
const [seconds = 8] = flags.seconds;
const [rounds = 3] = flags.rounds;
const SERVERS = ['bare', 'whole edge', 'shop'] as const;
const rows: string[][] = [];

await onDatabase(false, async ({ ctx }, postgres) => {
  for (const count of flags.buyers) {
    const tokens = await makeSignedIn(ctx, count);
    const [goodsId] = await makeGoods(ctx, 1, 100_000_000);
    const bodies = [JSON.stringify({ goods_id: goodsId, quantity: 1 })];
    const measured = new Map<EdgeServerJob['serve'], Rate[]>(SERVERS.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const serve of SERVERS) {
        const server = await startEdgeServer({ databaseUrl: postgres!.url, serve });
        const job = { ports: [server.port], path: '/api/orders', tokens, bodies };
        await loadFrom({ ...job, seconds: 1 });
        measured.get(serve)!.push(await loadFrom({ ...job, seconds }));
        await server.stop();
      }
    const of = (name: EdgeServerJob['serve'], key: keyof Rate): number =>
      median(measured.get(name)!.map((one) => one[key]));
    const orders = of('shop', 'perSecond');
    rows.push([
      figures(count),
      figures(orders),
      ...(['bare', 'whole edge'] as const).flatMap((name) => [
        figures(of(name, 'perSecond')),
        (orders / of(name, 'perSecond')).toFixed(2),
      ]),
      of('shop', 'p50').toFixed(1),
      of('shop', 'p99').toFixed(1),
    ]);
  }
});
table(['buyers', 'orders/s', 'bare/s', 'ratio', 'whole edge/s', 'ratio', 'p50 ms', 'p99 ms'], rows);
