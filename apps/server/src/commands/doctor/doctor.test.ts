import { recordOf, type ChainNode } from '@portside/chain';
import { expect, test } from 'vitest';
import { setPaymentMethod } from '../../features/payment-methods/index.ts';
import { recordBackup } from '../../platform/backups.sql.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { portOf } from '../../testing/followed-chain.ts';
import { createFreshWorld, isOnPostgres } from '../../testing/world.ts';
import { checkMail } from './doctor.ts';
import { checkChains } from './check-chains.ts';
import { checkDatabase } from './check-database.ts';

const CHAIN_ID = 1_777_000_001;
const TOKEN = `0x${'11'.repeat(20)}` as const;
const WALLET = `0x${'22'.repeat(20)}` as const;

type Told = { chainId?: number; decimals?: number; hash?: string; code?: string; ageS?: number };

function nodeOf(name: string, told: Told = {}): ChainNode {
  const { chainId = CHAIN_ID, decimals = recordOf('ETH').token.decimals, hash = 'ab', code = '0x60' } = told;
  const block = {
    number: '0x10',
    hash: `0x${hash.repeat(32)}`,
    timestamp: `0x${(Math.floor(Date.now() / 1_000) - (told.ageS ?? 0)).toString(16)}`,
  };
  const answers: Record<string, unknown> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: block,
    eth_getCode: code,
    eth_call: `0x${decimals.toString(16).padStart(64, '0')}`,
  };
  return { name, request: async (method) => answers[method] };
}

async function createShopOnChain() {
  const world = await createFreshWorld();
  await setPaymentMethod(world.ctx, {
    type: 'ETH',
    chainId: CHAIN_ID,
    contractAddress: TOKEN,
    walletAddress: WALLET,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });
  const look = async (...nodes: ChainNode[]) => {
    const found = await checkChains(world.ctx, { ETH: { ...portOf(nodes[0]!), nodes } });
    return found
      .filter(({ about }) => about === 'ETH')
      .map(({ state, detail }) => `${state}: ${detail}`)
      .join('\n');
  };
  return { ...world, look };
}

test('nodes that agree and have the token are in order', async () => {
  const { look } = await createShopOnChain();
  const told = await look(nodeOf('a'), nodeOf('b'));
  expect(told).toContain('ok: 2 nodes agree on block 16');
  expect(told).not.toContain('fault');
});

test('what is wrong with a node is named', async () => {
  const { look } = await createShopOnChain();
  const silent: ChainNode = { name: 'silent', request: () => Promise.reject(new Error('no answer')) };
  expect(await look(nodeOf('a'), nodeOf('b', { hash: 'cd' }))).toContain('fault: nodes disagree on block 16');
  expect(await look(nodeOf('a'), nodeOf('b', { decimals: 18 }))).toContain(
    'fault: b: the token has 18 decimals',
  );
  expect(await look(nodeOf('a', { code: '0x' }))).toContain('fault: a: no contract');
  expect(await look(nodeOf('a', { chainId: 5 }))).toContain('fault: a is on chain 5');
  expect(await look(nodeOf('a'), nodeOf('b', { ageS: 4_000 }))).toContain(
    'warning: b: its latest block is 4',
  );
  expect(await look(nodeOf('a'), silent)).toContain('fault: silent: no answer');
});

test('a clock that is slow or fast is found by the blocks, and one node alone cannot invent it', async () => {
  const { ctx } = await createShopOnChain();
  const clock = async (...ages: number[]) => {
    const nodes = ages.map((ageS, index) => nodeOf(`node ${index}`, { ageS }));
    const found = await checkChains(ctx, { ETH: { ...portOf(nodes[0]!), nodes } });
    return found.find(({ about }) => about === 'clock');
  };
  expect(await clock(3, 1)).toMatchObject({ state: 'ok' });
  expect(await clock(-40, -38)).toMatchObject({
    state: 'fault',
    detail: expect.stringMatching(/3[789] s in the future: this machine's clock is slow/),
  });
  expect(await clock(-40, 2)).toMatchObject({ state: 'ok' });
  expect(await clock(400, 390)).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('clock is fast'),
  });
});

test.skipIf(!isOnPostgres)('the database is looked at, and an old backup is a warning', async () => {
  const { ctx, clock } = await createFreshWorld();
  const look = () => checkDatabase(ctx, { acceptAsyncStandby: false });
  const backups = async () => (await look()).find(({ about }) => about === 'backup');
  expect(await backups()).toMatchObject({ state: 'warning', detail: expect.stringContaining('none known') });
  await recordBackup(ctx.db, { taken_at: clock.now(), place: 'here', bytes: 5n });
  expect(await backups()).toMatchObject({ state: 'ok', detail: '0 hours old: here' });
  clock.advance(30 * 3_600_000);
  expect(await backups()).toMatchObject({ state: 'warning', detail: '30 hours old: here' });
  const all = await look();
  expect(all.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(all.map(({ about }) => about)).toEqual([
    'database',
    'durability',
    'standbys',
    'tables',
    'role',
    'clock',
    'keys',
    'backup',
  ]);
});

test('a mail is really sent', async () => {
  const server = await startMailServer();
  const mail = { smtpUrl: server.url, from: 'shop@shop.example' };
  const config = { mail, publicUrl: 'https://shop.example' };
  expect(await checkMail(config, null)).toMatchObject([{ state: 'skipped' }]);
  expect(await checkMail(config, 'owner@shop.example')).toMatchObject([{ state: 'ok' }]);
  expect(server.received.map(({ subject }) => subject)).toEqual(['Portside: test e-mail']);
  await server.stop();
  await expect(checkMail(config, 'owner@shop.example')).rejects.toThrow();
});
