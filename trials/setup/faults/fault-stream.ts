import { setTimeout as sleep } from 'node:timers/promises';
import { runFault, underLoad, waitUntil, type FaultReport, type FaultRun } from './fault.ts';
import { startViewer, type LiveViewer } from '../load/live-viewer.ts';
import type { Trial } from '../trial-type.ts';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const LONGEST_WATCH_MS = 250;
const TOLD_WITHIN_MS = 5_000;

/** Cuts live streams repeatedly while their buyers order: every event must arrive in the end, none twice. */
export const runStreamFault = (run: FaultRun): Promise<FaultReport> =>
  runFault(run, async ({ trial, server, tell }) => {
    const proxy = await startCuttingProxy(server.url);
    const viewers = trial.buyers.map((buyer) => ({ buyer, viewer: startViewer(proxy.url, buyer) }));
    await waitUntil('every buyer watches', TOLD_WITHIN_MS, () =>
      viewers.every(({ viewer }) => viewer.connections > 0),
    );
    await underLoad(trial, server, async () => {
      // A page without any event cannot resume; it loads everything again.
      await waitUntil('every buyer was told of an order', 6 * TOLD_WITHIN_MS, () =>
        viewers.every(({ viewer }) => viewer.seen.some(({ id }) => id !== null)),
      );
      for (let round = 0; round < run.rounds; round += 1) {
        await sleep(trial.random.below(LONGEST_WATCH_MS));
        proxy.cut();
      }
    });
    const untold = (): string[] =>
      viewers.flatMap(({ buyer, viewer }) => listUntold(trial, buyer.userId, viewer));
    await waitUntil('everybody is told everything', TOLD_WITHIN_MS, () => untold().length === 0).catch(
      () => undefined,
    );
    const faults = [...untold(), ...viewers.flatMap(({ viewer }) => listTwice(viewer))];
    await Promise.all(viewers.map(({ viewer }) => viewer.stop()));
    const events = viewers.reduce((sum, { viewer }) => sum + viewer.seen.length, 0);
    tell(`${proxy.cuts} streams cut, ${events} events seen by ${viewers.length} viewers`);
    await proxy.stop();
    return faults;
  });

function listUntold({ journal }: Trial, userId: string, { seen }: LiveViewer): string[] {
  const told = new Set(seen.map(({ data }) => idOf(data)));
  const orders = journal.ordersOf('acknowledged').filter((entry) => entry.userId === userId);
  return orders
    .filter(({ orderNo }) => !told.has(orderNo!))
    .map(({ orderNo }) => `nobody was told of order ${orderNo} on a stream that was cut`);
}

function listTwice({ seen }: LiveViewer): string[] {
  const ids = seen.flatMap(({ id }) => id ?? []);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return twice.map((id) => `event ${id} came twice to one page`);
}

const idOf = (data: string): string | undefined => {
  const { order_no } = JSON.parse(data) as { order_no?: string };
  return order_no;
};

/** A proxy between viewers and the shop that cuts connections. */
type CuttingProxy = {
  readonly url: string;
  /** How many connections were cut. */
  readonly cuts: number;
  /** Cuts every open connection, even within a message. */
  cut(): void;
  stop(): Promise<void>;
};

async function startCuttingProxy(targetUrl: string): Promise<CuttingProxy> {
  const port = Number(new URL(targetUrl).port);
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((viewer) => {
    const shop = connect(port, '127.0.0.1');
    open.add(viewer);
    const end = (): void => {
      open.delete(viewer);
      viewer.destroy();
      shop.destroy();
    };
    for (const socket of [viewer, shop]) {
      socket.once('close', end);
      socket.on('error', end);
    }
    viewer.pipe(shop);
    shop.pipe(viewer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    cuts += open.size;
    for (const viewer of open) viewer.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cut,
    async stop() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
