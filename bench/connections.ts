/** Does the shop keep answering under many connections, and while many sign in at once, and does its memory return? */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFlags, figures, table } from './setup/report.ts';
import { onDatabase } from './setup/on-database.ts';
import { serveShop } from './setup/serve-shop.ts';
import { makeGoods } from './setup/shop.ts';
import type { ConnectionFigures, ConnectionJob, Tally } from './setup/connection-load.ts';

const flags = readFlags({ connections: [8, 100, 1_000], signins: [60, 300], seconds: [8] });
const seconds = flags.seconds[0]!;
/** Visitors who open pages while others sign in. */
const VISITORS = 4;
const REST_MS = 3_000;
const pages = makePages();
const crowds: string[][] = [];
const rushes: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }) => {
  await makeGoods(ctx, 50, 1_000);
  const { app, port } = await serveShop(ctx, pages);
  await load({ port, connections: 8, seconds: 2, signIns: 0 });
  for (const connections of flags.connections) {
    const before = await memoryAtRest();
    let most = 0;
    const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
    const { answered, backMs } = await load({ port, connections, seconds, signIns: 0 });
    clearInterval(sampler);
    const after = await memoryAtRest();
    crowds.push([
      figures(connections),
      figures(answered.done / seconds),
      ...[answered.sent, answered.done].map(figures),
      ...columns(answered),
      figures(backMs),
      ...[before.rss, most, after.rss, before.live, after.live].map((bytes) => figures(bytes / 1e6)),
    ]);
  }
  for (const signIns of flags.signins) {
    const found = await load({ port, connections: VISITORS, seconds: 4, signIns });
    rushes.push([
      figures(signIns),
      ...columns(found.signIns),
      figures(found.answered.p50),
      figures(found.answered.worst),
    ]);
  }
  await app.stop();
});
rmSync(pages, { recursive: true });
table(
  (
    'connections, answers/s, sent, answered, told to retry, silent, p50 ms, p99 ms, worst ms, back ms, ' +
    'MB before, MB at most, MB after, live MB before, live MB after'
  ).split(', '),
  crowds,
);
table(
  ['sign-ins', 'told to retry', 'silent', 'p50 ms', 'p99 ms', 'worst ms', 'a page p50 ms', 'a page worst ms'],
  rushes,
);

/** Seconds after the last call, once garbage is collected (needs --expose-gc): `live` is the heap with its buffers. */
async function memoryAtRest(): Promise<{ rss: number; live: number }> {
  // What a first collection finalizes, the second one frees.
  for (let turn = 0; turn < 2; turn += 1) {
    await sleep(REST_MS);
    globalThis.gc?.();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, live: heapUsed + external };
}

function columns({ shed, silent, p50, p99, worst }: Tally): string[] {
  return [shed, silent, p50, p99, worst].map(figures);
}

/** Runs the visitors in a process of their own, as in reality. */
async function load(job: ConnectionJob): Promise<ConnectionFigures> {
  const child = fork(new URL('./setup/connection-load.ts', import.meta.url));
  child.send(job);
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the visitors died')));
  const [found] = (await Promise.race([once(child, 'message'), died])) as [ConnectionFigures];
  child.kill();
  return found;
}

/** A page and a script of realistic size, read from the disk like the built ones. */
function makePages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-bench-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html>${'<p>page</p>'.repeat(800)}`);
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'assets/app.js'), 'export const quay = 1;\n'.repeat(5_000));
  return folder;
}
