/** How many orders a second do 1, 2 and 4 processes of the shop take over HTTP, on one PostgreSQL and one Valkey? */
import { freePort } from '../scripts/test/free-port.ts';
import { keyringOf, productionSettings } from '../apps/server/src/testing/multi-process-shop.ts';
import { launchValkey } from '../apps/server/src/testing/valkey.ts';
import { readFlags, figures, median, table } from './setup/report.ts';
import type { HttpRate } from './setup/http-load.ts';
import { loadFrom } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';
import { startShopProcesses } from './setup/shop-processes.ts';

const flags = readFlags({ processes: [1, 2, 4], buyers: [256], products: [8], seconds: [8], rounds: [3] });
const [buyers = 256] = flags.buyers;
const [seconds = 8] = flags.seconds;
const [rounds = 3] = flags.rounds;
const [products = 8] = flags.products;
const measured = new Map<number, HttpRate[]>();

await onDatabase(false, async ({ ctx }, postgres) => {
  const valkey = await launchValkey();
  const settings = productionSettings({ databaseUrl: postgres!.url, valkeyUrl: valkey.url });
  const tokens = await makeSignedIn(ctx, buyers);
  const goods = await makeGoods({ ...ctx, keyring: keyringOf(settings) }, products, 100_000_000);
  const bodies = goods.map((id) => JSON.stringify({ goods_id: id, quantity: 1 }));
  // In turns, so that other load on the machine affects all counts alike.
  for (let round = 0; round < rounds; round += 1)
    for (const count of flags.processes) {
      const ports = await Promise.all(Array.from({ length: count }, freePort));
      const places = ports.map((port) => ({ host: '127.0.0.1', port }));
      const shop = await startShopProcesses(settings, places);
      const rate = await loadFrom({ ports, path: '/api/orders', tokens, bodies, seconds });
      measured.set(count, [...(measured.get(count) ?? []), rate]);
      await shop.stop();
    }
  await valkey.kill();
});

const medianOf = (count: number, key: keyof HttpRate): number =>
  median(measured.get(count)!.map((rate) => rate[key]));
const [one = 1] = flags.processes;
table(
  ['processes', 'orders/s', 'ratio to one', 'p50 ms', 'p99 ms'],
  flags.processes.map((count) => [
    figures(count),
    figures(medianOf(count, 'perSecond')),
    (medianOf(count, 'perSecond') / medianOf(one, 'perSecond')).toFixed(2),
    medianOf(count, 'p50').toFixed(1),
    medianOf(count, 'p99').toFixed(1),
  ]),
);
