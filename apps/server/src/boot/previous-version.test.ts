import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { createDb } from '../platform/db/db.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { signInAdmin } from '../testing/people.ts';
import { buildGoods, fund, stockUp } from '../testing/build.ts';
import type { TestChains } from '../testing/chain-world.ts';
import { startMailServer, type MailServer } from '../testing/mail-server.ts';
import {
  callOnce,
  startMultiProcessShop,
  type MultiProcessShop,
  openLiveStream,
} from '../testing/multi-process-shop.ts';
import { hasValkey } from '../testing/valkey.ts';
import { createWorld, isOnPostgres } from '../testing/world.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = 'apps/server/src/main.ts';
/** Unreleased versions before it have made the same tables in other files. */
const SINCE = 'apps/server/src/migrations/0005-payments.sql';

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** The commit before this one; null without the history, or if it is too old to run beside this one. */
const previousCommit: string | null =
  git('cat-file', '-e', `HEAD^:${SINCE}`) === null ? null : git('rev-parse', 'HEAD^');

/** The server of that commit in a folder of its own, removed with the file; the path of its main module. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-previous-'));
  atEndOfFile(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const files = execFileSync(
    'git',
    ['-C', ROOT, 'archive', commit, 'apps/server', 'packages', 'package.json'],
    {
      maxBuffer: 2 ** 30,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  linkModules(folder);
  const pages = join(ROOT, 'apps/web/dist');
  mkdirSync(join(folder, 'apps/web'));
  if (existsSync(pages)) symlinkSync(pages, join(folder, 'apps/web/dist'));
  return join(folder, MAIN);
}

/** What others have written is shared; the shop's own packages are those of its commit. */
function linkModules(folder: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@portside'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@portside') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(to, '@portside', name));
}

const isRunnable = isOnPostgres && hasValkey && previousCommit !== null;
const LONG = 300_000;
const SOON = { timeout: 120_000, interval: 200 };
const EMAIL = 'ann@example.test';

let chains: TestChains;
let mails: MailServer;
let shop: MultiProcessShop;
let ctx: Ctx;
let present: number;
let previous: number;
let buyerId: bigint;
let headers: { authorization: string };
let goodsId: bigint;

/** Every step is taken at one version and read or ended at the other, both ways. */
const bothWays = (): (readonly [one: number, other: number])[] => [
  [previous, present],
  [present, previous],
];

beforeAll(async () => {
  if (!isRunnable) return;
  chains = await startDevchain();
  mails = await startMailServer();
  const settings = { ETH_RPC_URLS: chains.chains.ETH.rpcUrl, SMTP_URL: mails.url };
  const previousMain = checkOut(previousCommit);
  // An upgrade as it happens: the tables are the version before's, and this one brings them up to date.
  shop = await startMultiProcessShop(1, settings, previousMain);
  [present] = shop.ports as [number];
  previous = await shop.add(previousMain);
  const account = { username: 'ann', email: EMAIL, password: 'harbour-9', agree: true };
  const { data } = await callOnce(previous, 'POST', '/api/auth/register', { body: account });
  headers = { authorization: `Bearer ${data.token}` };
  buyerId = BigInt(data.user.id);
  const { ctx: base } = await createWorld();
  ctx = { ...base, db: createDb(shop.pool), keyring: shop.keyring, clock: systemClock };
  goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 20);
  await fund(ctx, buyerId, 1_000_000_000n);
  const { chainId, contractAddress, walletAddress, checkoutAddress } = chains.chains.ETH;
  const addresses = { contractAddress, walletAddress, checkoutAddress };
  await setPaymentMethod(ctx, { type: 'ETH', chainId, ...addresses, nodesOnLoopback: true });
}, LONG);

afterAll(async () => {
  if (!isRunnable) return;
  expect(await shop?.stop()).toEqual([0, 0]);
  await mails.stop();
  await chains.stop();
}, LONG);

const order = async (port: number, key: string, more: object = {}): Promise<string> => {
  const body = { goods_id: String(goodsId), quantity: 1, ...more };
  const answer = await callOnce(port, 'POST', '/api/orders', {
    body,
    headers: { ...headers, 'idempotency-key': key },
  });
  expect(answer.status).toBe(200);
  return answer.data.order_no as string;
};

/** Tables are widened by one version and narrowed by the next, so that two neighbours always run side by side. */
test.runIf(isRunnable)(
  'the version before runs beside this one, on the tables that this one has migrated',
  { timeout: LONG },
  async () => {
    for (const [one, other] of bothWays()) {
      const key = randomUUID();
      const orderNo = await order(one, key);
      expect(await order(other, key)).toBe(orderNo);
      const read = await callOnce(other, 'GET', `/api/orders/${orderNo}`, { headers });
      expect(read.data).toMatchObject({ order_no: orderNo, quantity: 1 });
    }
  },
);

test.runIf(isRunnable)(
  'what happens at one version is heard by the live streams of the other',
  { timeout: LONG },
  async () => {
    for (const [one, other] of bothWays()) {
      const stream = await openLiveStream(other, { ...headers, visitor: `at-${other}` });
      const orderNo = await order(one, randomUUID());
      await expect
        .poll(() => stream.eventsOf('order').some((event) => event.includes(orderNo)), SOON)
        .toBe(true);
      stream.close();
    }
  },
);

test.runIf(isRunnable)(
  'a top-up of one version is paid, credited and shown at the other',
  { timeout: LONG },
  async () => {
    for (const [one, other] of bothWays()) {
      const asked = { ...headers, 'idempotency-key': randomUUID() };
      const create = () =>
        callOnce(one, 'POST', '/api/recharges', { body: { type: 'ETH', amount: '25' }, headers: asked });
      let created = await create();
      // Until the chain is followed.
      await expect.poll(async () => (created = await create()).status, SOON).toBe(200);
      const { order_id: id, pay_amount: amount, wallet_address: address } = created.data;
      const read = async (port: number) =>
        (await callOnce(port, 'GET', `/api/recharges/${id}`, { headers })).data;
      expect(await read(other)).toMatchObject({ pay_amount: amount, wallet_address: address });
      await chains.sendUsdt('ETH', chains.chains.ETH.walletAddress, parseMicro(amount));
      await expect.poll(async () => (await read(other)).status, SOON).toBe('successful');
      expect(await read(one)).toMatchObject({ status: 'successful', credited_amount: amount });
    }
  },
);

test.runIf(isRunnable)(
  'a proposal of one version is approved and applied by the other',
  { timeout: LONG },
  async () => {
    const [ann, bob] = [await signInAdmin(ctx), await signInAdmin(ctx)];
    for (const [one, other] of bothWays()) {
      const proposed = await callOnce(one, 'POST', `/api/users/${buyerId}/adjustments`, {
        body: { direction: 'credit', amount: '1.5', reason: 'both versions' },
        headers: { ...ann.headers, 'idempotency-key': randomUUID() },
      });
      expect(proposed.data).toMatchObject({ state: 'proposed' });
      const path = `/api/proposals/${proposed.data.id}/approve`;
      const approved = await callOnce(other, 'POST', path, { headers: bob.headers });
      expect(approved.data).toMatchObject({ id: proposed.data.id, state: 'applied' });
    }
  },
);

test.runIf(isRunnable)(
  'mails of either version are sent, whichever of them leads',
  { timeout: LONG },
  async () => {
    const isMailed = (orderNo: string) =>
      mails.received.some((mail) => `${mail.subject} ${mail.text}`.includes(orderNo));
    for (const [one] of bothWays()) {
      const orderNo = await order(one, randomUUID(), { email: EMAIL });
      await expect.poll(() => isMailed(orderNo), SOON).toBe(true);
    }
    // This version leads, having started first. Without it the one before sends what this one has written.
    const orderNo = await order(present, randomUUID(), { email: EMAIL });
    await shop.kill(0);
    await expect.poll(() => isMailed(orderNo), SOON).toBe(true);
    const alone = await order(previous, randomUUID(), { email: EMAIL });
    await expect.poll(() => isMailed(alone), SOON).toBe(true);
    await shop.restart(0);
  },
);

test.skipIf(previousCommit !== null)(
  'there is no version before this one here: no history, or one that ran alone',
  () => {
    expect(previousCommit).toBeNull();
  },
);
