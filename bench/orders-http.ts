/** How many orders a second over HTTP, against an empty route behind the same authentication? */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createHttp } from '../apps/server/src/platform/http/http.ts';
import { authenticate } from '../apps/server/src/features/sessions/index.ts';
import { readFlags } from './setup/flags.ts';
import { onDatabase } from './setup/on-database.ts';
import { figures, table } from './setup/report.ts';
import { listenOnLoopback, serveShop } from './setup/serve-shop.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';
import type { HttpJob, HttpRate } from './setup/http-load.ts';

const flags = readFlags({ buyers: [64, 256], seconds: [8] });
const [seconds = 8] = flags.seconds;
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }) => {
  const { app, port } = await serveShop(ctx);

  const empty = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  empty.post('/api/empty', async (request) => {
    await authenticate(ctx, request.headers.authorization!.slice(7));
    return { code: 200, message: 'ok', data: null };
  });
  const emptyPort = await listenOnLoopback(empty);

  for (const count of flags.buyers) {
    const tokens = await makeSignedIn(ctx, count);
    const [goodsId] = await makeGoods(ctx, 1, 100_000_000);
    const job = { tokens, seconds, bodies: [JSON.stringify({ goods_id: goodsId, quantity: 1 })] };
    const before = await loadFrom({ ...job, ports: [emptyPort], path: '/api/empty' });
    const orders = await loadFrom({ ...job, ports: [port], path: '/api/orders' });
    const after = await loadFrom({ ...job, ports: [emptyPort], path: '/api/empty' });
    const floor = (before.perSecond + after.perSecond) / 2;
    rows.push([
      figures(count),
      figures(orders.perSecond),
      figures(floor),
      (orders.perSecond / floor).toFixed(2),
      orders.p50.toFixed(1),
      orders.p99.toFixed(1),
    ]);
  }
  await empty.close();
  await app.stop();
});
table(['buyers', 'orders/s', 'empty route/s', 'ratio', 'p50 ms', 'p99 ms'], rows);

/** The callers run in a process of their own, as they do in life. */
async function loadFrom(job: HttpJob): Promise<HttpRate> {
  const child = fork(new URL('./setup/http-load.ts', import.meta.url));
  child.send(job);
  const [rate] = (await once(child, 'message')) as [HttpRate];
  child.kill();
  return rate;
}
