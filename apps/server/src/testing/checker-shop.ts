import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStockChecks } from '../features/checker/account-checks.ts';
import { createCheckAccountsJob } from '../features/checker/check-accounts.ts';
import { setChecker, type CheckerRow } from '../features/checker/checker.ts';
import { settleChecks } from '../features/checker/settle-checks.ts';
import { countStock } from '../features/stock/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { createTestShop } from './app.ts';
import { buildGoods, stockUp } from './build.ts';
import { atEndOfFile } from './end-of-file.ts';
import { signInAdmin } from './people.ts';
import { sell } from './sale.ts';
import { inSandbox } from './webhook-shop.ts';

export type Answer = (account: string, response: ServerResponse) => void;

/** A checker of the operator on loopback. */
async function startChecker(answer: Answer) {
  const asked: { account: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { account } = JSON.parse(body).data;
      asked.push({ account, headers: request.headers, body });
      answer(account, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`, asked };
}

export const say =
  (result: string): Answer =>
  (_, response) =>
    void response.end(JSON.stringify({ result }));

type Change = Partial<CheckerRow> & { goods_ids?: string[] };

const SET = {
  is_on: true,
  goods_ids: [] as string[],
  per_minute: 1_000,
  sample_size: 10,
  dead_percent: 30,
  ahead: 0,
  checks_claims: true,
  remedy: 'none' as const,
  limit_days: 1,
  most_per_buyer: 100,
  most_per_product: 100,
  most_per_supplier: 100,
};

/** A shop with a checker, which answers as `the.answer` says. */
export async function createCheckerShop() {
  const shop = await createTestShop();
  const ctx = inSandbox(shop.ctx);
  const the = { answer: say('good') };
  const checker = await startChecker((account, response) => the.answer(account, response));
  const set = (change: Change) => setChecker(ctx, { body: { url: checker.url, ...SET, ...change } });
  const { secret } = await set({});

  /** As the jobs of one process do, until no call is under way. */
  async function check(by: Ctx = ctx): Promise<void> {
    await settleChecks(by);
    await startStockChecks(by);
    const job = createCheckAccountsJob(by);
    for (let round = 0; round < 40; round += 1) {
      await job.run();
      await job.idle();
    }
  }

  async function checkAndSettle(): Promise<void> {
    await check();
    await settleChecks(ctx);
  }

  /** What a test left open is none of the next one's, and each has the whole minute. */
  async function beginTest(): Promise<void> {
    the.answer = say('good');
    shop.clock.advance(2 * DAY_MS);
    await settleChecks(ctx);
    checker.asked.length = 0;
    await set({});
  }

  async function sellChecked(quantity: number, change: Change = {}, more = {}) {
    await set({ sample_size: 0 });
    const sale = await sell(shop, quantity, more);
    await set({ goods_ids: [String(sale.goodsId)], sample_size: 0, ...change });
    return sale;
  }

  async function imported(count: number, change: Change = {}) {
    const goodsId = await buildGoods(ctx);
    await set({ goods_ids: [String(goodsId)], ...change });
    const lines = await stockUp(ctx, goodsId, count);
    const admin = await signInAdmin(ctx);
    const [{ id }] = (await ctx.db
      .selectFrom('stock_batches')
      .select('id')
      .where('goods_id', '=', goodsId)
      .execute()) as [{ id: bigint }];
    const read = async (path = '') =>
      (await shop.call('GET', `/api/stock/batches/${id}${path}`, undefined, admin.headers)).data;
    const post = (path: string) => shop.call('POST', `/api/stock/batches/${id}/${path}`, {}, admin.headers);
    return { goodsId, lines, id, read, post, admin };
  }

  const freeOf = async (goodsId: bigint): Promise<number> =>
    (await countStock(ctx.db, [goodsId])).get(goodsId)?.unspecified ?? 0;

  return {
    shop,
    ctx,
    the,
    checker,
    secret: secret!,
    set,
    check,
    checkAndSettle,
    beginTest,
    sellChecked,
    imported,
    freeOf,
  };
}
