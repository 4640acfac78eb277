import { pinnedToken, recordOf } from '@portside/chain';
import type { SetupStep } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import { recordBackup } from '../../platform/backups.sql.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildGoods, stockUp } from '../../testing/build.ts';
import { createFollowedChain, setFollowed } from '../../testing/followed-chain.ts';
import { setPaymentMethod } from '../payment-methods/index.ts';
import { evaluateSetup, readSetup } from './setup.ts';
import { completeSetup } from './index.ts';

let shop: TestShop;
let ann: TestAdmin;
beforeEach(async () => {
  shop = await createFreshShop();
  ann = await signInAdmin(shop.ctx);
});

const two = () => 2;
const open = async (countNodes: () => number = two): Promise<SetupStep[]> =>
  (await evaluateSetup(shop.ctx, countNodes)).filter(({ state }) => state === 'open').map(({ step }) => step);
const skip = (step: string, skipped = true) =>
  shop.call('PUT', `/api/admin/setup/${step}`, { skipped }, ann.headers);
const read = async () => (await shop.call('GET', '/api/admin/setup', undefined, ann.headers)).data.steps;

test('each step is done by what is the case, and the list goes for good when all are', async () => {
  const { ctx } = shop;
  expect(await open()).toEqual([
    'mail',
    'secondAdmin',
    'paymentMethods',
    'nodes',
    'sanctions',
    'terms',
    'product',
    'backup',
  ]);
  const mail = (problem: string | null) =>
    ctx.db
      .insertInto('audit_entries')
      .values({
        id: BigInt(1_000 + (problem ? 1 : 2)),
        at: ctx.clock.now(),
        user_id: ann.user.id,
        job: null,
        address: '',
        request_id: 'test',
        action: 'mail.test',
        subject: 'mail:x',
        before: null,
        after: JSON.stringify({ problem }),
        previous_hash: Buffer.alloc(32),
        hash: Buffer.alloc(32),
      })
      .execute();
  await mail('refused');
  expect(await open()).toContain('mail');
  await mail(null);
  expect(await open()).not.toContain('mail');
  await signInAdmin(ctx, ['user.read']);
  expect(await open()).toContain('secondAdmin');
  await signInAdmin(ctx);
  await createFollowedChain(ctx, 'ETH');
  expect(await open()).toEqual(['terms', 'product', 'backup']);
  expect(await open(() => 1)).toContain('nodes');
  const body = { en: '<p>Ours.</p>' };
  expect((await shop.call('PUT', '/api/admin/documents/terms', { body }, ann.headers)).code).toBe(200);
  const goodsId = await buildGoods(ctx);
  expect(await open()).toEqual(['product', 'backup']);
  await stockUp(ctx, goodsId, 1);
  await completeSetup(ctx, two);
  expect(await open()).toEqual(['backup']);
  expect((await readSetup(ann.ctx, two)).steps).toHaveLength(8);
  await recordBackup(ctx.db, { taken_at: ctx.clock.now(), place: 'here', bytes: null });
  await completeSetup(ctx, two);
  expect(await read()).toEqual([]);
  // Later faults have alarms.
  shop.clock.advance(3_600_000);
  expect(await open()).toContain('nodes');
  expect((await readSetup(ann.ctx, two)).steps).toEqual([]);
});

test('a public network needs a sanctions list, and its name is told', async () => {
  const { ctx } = shop;
  const { mainChainId } = recordOf('TRON');
  await setPaymentMethod(ctx, {
    type: 'TRON',
    chainId: mainChainId,
    contractAddress: pinnedToken('TRON', mainChainId)!,
    walletAddress: `0x${'22'.repeat(20)}`,
    checkoutAddress: null,
    nodesOnLoopback: false,
  });
  await setFollowed(ctx, 'TRON');
  const find = async () => (await read()).find(({ step }: { step: string }) => step === 'sanctions');
  expect(await find()).toMatchObject({ state: 'open', detail: 'TRON', can_skip: true });
});

test('only what a shop works without may be called not needed, and that is audited and taken back', async () => {
  expect((await skip('backup')).code).toBe(200);
  expect((await skip('backup')).code).toBe(200);
  expect(await open()).not.toContain('backup');
  expect((await read()).at(-1)).toMatchObject({ step: 'backup', state: 'skipped', can_skip: true });
  await skip('backup', false);
  expect(await open()).toContain('backup');
  for (const step of ['paymentMethods', 'nodes', 'product', 'mail', 'none'])
    expect((await skip(step)).code).toBe(519);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['subject', 'after'])
    .where('action', '=', 'setup.skip')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { subject: 'setup:backup', after: { skipped: true } },
    { subject: 'setup:backup', after: { skipped: false } },
  ]);
});

test('the sandbox has no list, and it takes the permission', async () => {
  expect(await readSetup({ ...ann.ctx, isSandbox: true }, two)).toEqual({ steps: [] });
  const clerk = await signInAdmin(shop.ctx, ['settings.read']);
  expect((await shop.call('GET', '/api/admin/setup', undefined, clerk.headers)).code).toBe(400_003);
});
