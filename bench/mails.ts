/** Do delivery e-mails keep up with orders over HTTP, and what do they cost the orders? */
import { randomBytes } from 'node:crypto';
import { mailRenderers } from '../apps/server/src/compose/compose.ts';
import { importStock } from '../apps/server/src/features/stock/index.ts';
import { Jobs } from '../apps/server/src/platform/jobs.ts';
import { readOutboxState } from '../apps/server/src/platform/mail/outbox.sql.ts';
import { createSendMailJob } from '../apps/server/src/platform/mail/send-due-mails.ts';
import { readFlags, figures, table, ownTimeMs, postgresTimeMs } from './setup/report.ts';
import { loadFrom } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { serveShop } from './setup/serve-shop.ts';
import { makeGoods, makeSignedIn } from './setup/shop.ts';

const flags = readFlags({ buyers: [64], seconds: [60], rounds: [1], items: [400_000] });
const [buyers = 64] = flags.buyers;
const [seconds = 60] = flags.seconds;
const [items = 400_000] = flags.items;
const rows: string[][] = [];

async function* makeLines(count: number): AsyncGenerator<string> {
  const tag = randomBytes(6).toString('hex');
  for (let n = 0; n < count; n += 1) yield `user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}`;
}

await onDatabase(flags.embedded, async ({ ctx }, postgres) => {
  const { app, port } = await serveShop(ctx);
  const tokens = await makeSignedIn(ctx, buyers);
  const [goodsId] = await makeGoods(ctx, 1, 0);
  await importStock(ctx, {
    goodsId: BigInt(goodsId!),
    gender: 'unspecified',
    note: 'bench',
    lines: makeLines(items),
  });
  const bodies = [JSON.stringify({ goods_id: goodsId, quantity: 1 })];
  const job = { tokens, bodies, ports: [port], path: '/api/orders' };
  await loadFrom({ ...job, seconds: 2 });
  for (let round = 0; round < (flags.rounds[0] ?? 1); round += 1)
    for (const withMails of [false, true]) {
      // Mails of earlier orders are not measured.
      await ctx.db.updateTable('mails').set({ state: 'dead' }).where('state', '=', 'queued').execute();
      let sent = 0;
      const mailer = { send: () => Promise.resolve(void (sent += 1)) };
      const jobs = new Jobs(ctx.log);
      if (withMails) jobs.start(createSendMailJob(ctx, mailRenderers, mailer));
      const [ownMs, postgresMs] = [ownTimeMs(), postgres ? postgresTimeMs(postgres) : 0];
      const rate = await loadFrom({ ...job, seconds });
      const spent = [ownTimeMs() - ownMs, postgres ? postgresTimeMs(postgres) - postgresMs : Number.NaN];
      const { waiting, waitsSince } = await readOutboxState(ctx.db, ctx.clock.now());
      const oldestMs = waitsSince === null ? 0 : Date.now() - waitsSince.getTime();
      const mails = sent;
      await jobs.stop();
      rows.push([
        withMails ? 'with mails' : 'without',
        figures(rate.perSecond),
        rate.p99.toFixed(1),
        ...spent.map((ms) => ((ms * 1_000) / (rate.perSecond * seconds)).toFixed(0)),
        figures(mails / seconds),
        withMails ? figures(waiting) : '–',
        withMails ? (oldestMs / 1_000).toFixed(1) : '–',
      ]);
    }
  await app.stop();
});
table(
  [
    'mails',
    'orders/s',
    'p99 ms',
    'µs of Node an order',
    'µs of PostgreSQL',
    'mails/s',
    'not sent at the end',
    'oldest of them, s',
  ],
  rows,
);
