import { recordOf, type ChainNode } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainAccess } from '../../compose/app-parts.ts';
import { setPaymentMethod, findActiveMethod } from '../../features/payment-methods/index.ts';
import { recordBackup } from '../../platform/backups.sql.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { portOf } from '../../testing/followed-chain.ts';
import { createDb, createPool } from '../../platform/db/db.ts';
import { updateTables } from '../../platform/db/migrate.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { createFreshWorld, isOnPostgres } from '../../testing/world.ts';
import { sql } from 'kysely';
import { checkMail } from './doctor.ts';
import { checkChains } from './check-chains.ts';
import { checkDatabase } from './check-database.ts';

const SETTINGS = { acceptAsyncStandby: false, migrateDatabaseUrl: null };

describe('doctor', () => {
  const CHAIN_ID = 1_777_000_001;
  const TOKEN = `0x${'11'.repeat(20)}` as const;
  const WALLET = `0x${'22'.repeat(20)}` as const;

  type Told = { chainId?: number; decimals?: number; hash?: string; code?: string; ageS?: number };

  function nodeOf(name: string, told: Told = {}): ChainNode {
    const {
      chainId = CHAIN_ID,
      decimals = recordOf('ETH').token.decimals,
      hash = 'ab',
      code = '0x60',
    } = told;
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
    expect(await look(nodeOf('a'), nodeOf('b', { hash: 'cd' }))).toContain(
      'fault: nodes disagree on block 16',
    );
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
    const look = () => checkDatabase(ctx, SETTINGS);
    const backups = async () => (await look()).find(({ about }) => about === 'backup');
    expect(await backups()).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('none known'),
    });
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
      'time zone',
      'keys',
      'backup',
    ]);
  });

  test.skipIf(!isOnPostgres)('tables that the next start would not update are a fault', async () => {
    const { url, shopUrl, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, {
      isMigrated: false,
      hasShopRole: true,
    });
    await updateTables({ databaseUrl: shopUrl, migrateDatabaseUrl: url });
    const { ctx } = await createFreshWorld();
    const [owner, shop] = [url, shopUrl].map((one) => createPool({ connectionString: one, max: 9 }));
    const tables = async (pool: typeof owner, migrateDatabaseUrl: string | null) => {
      const all = await checkDatabase(
        { ...ctx, db: createDb(pool!) },
        { acceptAsyncStandby: false, migrateDatabaseUrl },
      );
      return all.find(({ about }) => about === 'tables');
    };
    try {
      expect(await tables(shop, null)).toMatchObject({ state: 'ok' });
      await sql`delete from kysely_migration where name = '0000-schema'`.execute(createDb(owner!));
      expect(await tables(shop, null)).toMatchObject({
        state: 'fault',
        detail: expect.stringContaining('portside migrate'),
      });
      for (const [pool, migrateUrl] of [
        [shop, url],
        [owner, null],
      ] as const)
        expect(await tables(pool, migrateUrl)).toMatchObject({ state: 'warning' });
    } finally {
      await owner!.end();
      await shop!.end();
      await drop();
    }
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
});

describe('checks of chains', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
    world = await createChainWorld(chains, ['TRON', 'BSC']);
  });
  afterAll(() => chains.stop());

  const httpOf = (url: string) => createTronHttp({ url, timeoutMs: 5_000 });

  /** What is told of a network with these nodes, as lines. */
  async function look(
    network: 'TRON' | 'BSC',
    nodes: readonly ChainNode[],
    change: Partial<ChainAccess> = {},
  ) {
    const port = { ...portOf(nodes[0]!), nodes, quorum: Math.min(2, nodes.length), ...change };
    const found = await checkChains(world.ctx, { [network]: port });
    return found
      .filter(({ about }) => about === network)
      .map(({ state, detail }) => `${state}: ${detail}`)
      .join('\n');
  }

  /** The real node, but for the code at one address. */
  const lyingAbout = (node: ChainNode, address: Hex, code: Hex): ChainNode => ({
    name: 'liar',
    request: async (method, params) =>
      method === 'eth_getCode' && String(params[0]).toLowerCase() === address
        ? code
        : node.request(method, params),
  });

  test.each(['TRON', 'BSC'] as const)('the contracts on %s are compared by every node', async (network) => {
    const factory = await world.useOwnAddresses(network);
    const method = (await findActiveMethod(world.ctx, network))!;
    const honest = nodeOf(chains, network);
    const second = { ...honest, name: 'second' };
    const told = await look(network, [honest, second]);
    expect(told).toContain('ok: the checkout contract is the published one');
    expect(told).toContain('ok: the address factory is the published one');

    const checkout = method.checkout_address!;
    for (const [name, address] of [
      ['checkout contract', checkout],
      ['address factory', factory],
    ] as const) {
      const differing = await look(network, [honest, lyingAbout(honest, address, '0x6000')]);
      expect(differing).toContain(`fault: ${name}: the nodes differ`);
      const none = lyingAbout(honest, address, '0x');
      expect(await look(network, [none, none])).toContain(`fault: ${name}: there is no contract`);
      const other = lyingAbout(honest, address, '0x6000');
      expect(await look(network, [other, other])).toContain(`fault: ${name}: the code there is not`);
    }
  });

  test('a factory with nothing behind it is found', async () => {
    const factory = await world.useOwnAddresses('BSC');
    const honest = nodeOf(chains, 'BSC');
    const hollow: ChainNode = {
      name: 'hollow',
      request: async (method, params) => {
        const address = String(params[0]).toLowerCase();
        const { checkout_address: checkout, contract_address: token } = (await findActiveMethod(
          world.ctx,
          'BSC',
        ))!;
        const isKnown = [factory, checkout, token].some((known) => known === address);
        return method === 'eth_getCode' && !isKnown ? '0x' : honest.request(method, params);
      },
    };
    const told = await look('BSC', [hollow, hollow]);
    expect(told).toContain('ok: the checkout contract');
    expect(told).toContain('fault: address factory: the code there is not');
  });

  test('the HTTP API of TRON is asked, and compared with the nodes', async () => {
    const { httpUrl } = chains.chains.TRON;
    const node = nodeOf(chains, 'TRON');
    expect(await look('TRON', [node])).toContain('warning: TRON_HTTP_URL is not set');
    expect(await look('BSC', [nodeOf(chains, 'BSC')])).not.toContain('HTTP');
    const good = httpOf(httpUrl!);
    expect(await look('TRON', [node], { tronHttp: good })).toContain('ok: the HTTP API answers');
    const silent = httpOf('http://127.0.0.1:1');
    expect(await look('TRON', [node], { tronHttp: silent })).toContain('fault: HTTP API: ');
    const far = (await good.readBlock()).block_header.raw_data.number + 1_000_000;
    const elsewhere = {
      ...good,
      readBlock: async () => ({
        blockID: randomAddress().slice(2).padEnd(64, '0'),
        block_header: { raw_data: { number: far, timestamp: Date.now() } },
      }),
    };
    expect(await look('TRON', [node], { tronHttp: elsewhere })).toContain('not the same chain');
    const fork = {
      ...elsewhere,
      readBlock: async () => ({ ...(await good.readBlock()), blockID: 'f'.repeat(64) }),
    };
    expect(await look('TRON', [node], { tronHttp: fork })).toContain('is another one than that of TRON node');
  });
});
