/** What do orders of 10,000 accounts of 4 kB cost, mailed and downloaded at once, and do other calls wait for them? */
import { fork, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { mailRenderers } from '../apps/server/src/compose/compose.ts';
import { importStock } from '../apps/server/src/features/stock/index.ts';
import { Jobs } from '../apps/server/src/platform/jobs.ts';
import { createSmtpMailer } from '../apps/server/src/platform/mail/mailer.ts';
import { createSendMailJob } from '../apps/server/src/platform/mail/send-due-mails.ts';
import { onDatabase } from './setup/on-database.ts';
import { readFlags, table } from './setup/report.ts';
import { serveShop } from './setup/serve-shop.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';

const flags = readFlags({ orders: [10], accounts: [10_000], characters: [3_900], mail: [10] });
const [orders = 10] = flags.orders;
const [accounts = 10_000] = flags.accounts;
const [characters = 3_900] = flags.characters;
/** The setting, in MB; the mail server refuses more than 10. */
const [mailMb = 10] = flags.mail;
const MOST_BYTES = 10_000_000;
const FORMATS = ['txt', 'csv', 'xlsx', 'json', 'own'];

async function* makeLines(count: number): AsyncGenerator<string> {
  for (let n = 0; n < count; n += 1) {
    const head = `bulk${String(n).padStart(6, '0')}-${randomBytes(4).toString('hex')}@box.example----Pw-${n}----`;
    yield (
      head +
        randomBytes(characters)
          .toString('base64')
          .slice(0, characters - head.length)
    );
  }
}

const run = promisify(execFile);
const rows: string[][] = [];

/** Samples memory, how long a call of another buyer takes meanwhile, and how long the event loop is held. */
async function watch(step: () => Promise<unknown>, call: () => Promise<unknown>) {
  let peak = 0;
  const times: number[] = [];
  const over = new AbortController();
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const memory = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const calls = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await call();
      times.push(performance.now() - began);
      await wait(25);
    }
  })();
  const began = performance.now();
  await step();
  const seconds = (performance.now() - began) / 1_000;
  over.abort();
  await calls;
  clearInterval(memory);
  loop.disable();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const held = { p99: loop.percentile(99) / 1e6, longest: loop.max / 1e6 };
  return { seconds, peakMb: peak / 1e6, p50: at(0.5), p99: at(0.99), longest: at(1), held };
}

const authorize = (token: string) => ({ authorization: `Bearer ${token}` });

/** Puts the accounts on sale and lets each buyer but one order their part of them. */
async function placeOrders(ctx: Ctx, port: number): Promise<{ tokens: string[]; numbers: string[] }> {
  const tokens = await makeSignedIn(ctx, orders + 1);
  const [goodsId] = await makeGoods(ctx, 1, 0);
  await sql`update goods set max_quantity = 10000, columns = '{login,password,token}' where id = ${goodsId}::bigint`.execute(
    ctx.db,
  );
  await sql`insert into settings (key, value, updated_at) values ('mail_limit_mb', ${JSON.stringify(mailMb)}::jsonb, now())`.execute(
    ctx.db,
  );
  const stock = { goodsId: BigInt(goodsId!), gender: 'unspecified', note: 'bench' } as const;
  await importStock(ctx, { ...stock, lines: makeLines(orders * accounts) });
  const numbers: string[] = [];
  for (const token of tokens.slice(0, orders)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, {
      method: 'POST',
      headers: { ...authorize(token), 'content-type': 'application/json' },
      body: JSON.stringify({ goods_id: goodsId, quantity: accounts }),
    });
    numbers.push(((await answer.json()) as { data: { order_no: string } }).data.order_no);
  }
  return { tokens, numbers };
}

await onDatabase(flags.embedded, async ({ ctx }) => {
  const { app, port } = await serveShop(ctx);
  const { tokens, numbers } = await placeOrders(ctx, port);
  const other = async (): Promise<void> => {
    const headers = authorize(tokens.at(-1)!);
    await (await fetch(`http://127.0.0.1:${port}/api/orders`, { headers })).text();
  };
  const addressOf = (at: number, query: string): string =>
    `http://127.0.0.1:${port}/api/orders/${numbers[at]}/accounts?${query}`;
  const download = (at: number, format: string) =>
    run('curl', [
      '-sS',
      '-o',
      '/dev/null',
      '-H',
      `authorization: Bearer ${tokens[at]}`,
      addressOf(at, `format=${format}`),
    ]);
  const note = (
    what: string,
    { seconds, peakMb, p50, p99, longest, held }: Awaited<ReturnType<typeof watch>>,
  ): void =>
    void rows.push([
      what,
      seconds.toFixed(2),
      peakMb.toFixed(0),
      p50.toFixed(1),
      p99.toFixed(1),
      longest.toFixed(0),
      held.p99.toFixed(1),
      held.longest.toFixed(0),
    ]);

  globalThis.gc?.();
  note('at rest', await watch(() => wait(2_000), other));
  const page = async (): Promise<void> => {
    await (await fetch(addressOf(0, 'limit=50'), { headers: authorize(tokens[0]!) })).text();
  };
  note('first page', await watch(page, other));
  for (const format of FORMATS) note(`${format}, one order`, await watch(() => download(0, format), other));

  const counter = fork(join(import.meta.dirname, 'setup/mail-counter.ts'), [String(MOST_BYTES)]);
  const [{ port: mailPort }] = (await once(counter, 'message')) as [{ port: number }];
  let counted = { taken: 0, refused: 0, largest: 0 };
  counter.on('message', (message) => (counted = message as typeof counted));
  const jobs = new Jobs(ctx.log);
  const mailsSent = async (): Promise<void> => {
    while (counted.taken < orders) await wait(50);
  };
  const both = async (): Promise<void> => {
    jobs.start(
      createSendMailJob(
        ctx,
        mailRenderers,
        createSmtpMailer(`smtp://127.0.0.1:${mailPort}`, 'shop@example.com'),
      ),
    );
    const downloads = numbers.map((_, at) => download(at, FORMATS[at % FORMATS.length]!));
    await Promise.all([mailsSent(), ...downloads]);
  };
  note(`${orders} orders mailed and downloaded at once`, await watch(both, other));
  await jobs.stop();
  counter.disconnect();
  process.stdout.write(`mails: ${JSON.stringify(counted)}\n`);
  await app.stop();
});
table(
  ['what', 'seconds', 'peak MB', 'other calls: p50 ms', 'p99', 'longest', 'loop held: p99 ms', 'longest'],
  rows,
);
