import { create2PrefixOf, parseAddress } from '@portside/chain';
import { depositFactoryCode } from '@portside/checkout';
import { NETWORKS } from '@portside/contract';
import { startDevchain, type Devchain } from '@portside/devchain';
import { sql } from 'kysely';
import { spawnSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { MEMBERSHIP_LOCK } from '../platform/db/process-session.ts';
import {
  createChainWorld,
  openOwnAddress,
  type ChainWorld,
  type TestChains,
} from '../testing/chain-world.ts';
import { buildGoods } from '../testing/build.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { isOnPostgres } from '../testing/world.ts';
import { createOwnDatabase } from '../testing/database-copies.ts';
import { addMissingAddresses, settleRestored } from './addresses.ts';
import { refuseProduction, openNodes } from './rehearse.ts';

describe('commands', () => {
  const PROGRAM = join(import.meta.dirname, '../../bin/portside.js');
  const folder = mkdtempSync(join(tmpdir(), 'portside-command-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));

  function portside(args: readonly string[], settings: NodeJS.Dict<string> = {}) {
    const env = { PATH: process.env['PATH'], ...settings };
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  test('every command is listed, and an unknown one is refused', () => {
    const { status, stdout } = portside(['help']);
    expect(status).toBe(0);
    for (const name of [
      'serve',
      'migrate',
      'doctor',
      'owner',
      'sweep',
      'contracts',
      'keys',
      'backup',
      'restore',
      'mcp',
      'rehearse',
    ])
      expect(stdout).toContain(`portside ${name}`);
    expect(portside([])).toMatchObject({ status: 1 });
    expect(portside(['toString'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no such command'),
    });
    expect(portside(['backup', '--loud'])).toMatchObject({
      status: 1,
      stderr: expect.not.stringContaining('    at '),
    });
  });

  test('what is missing is named without a stack', () => {
    const mistakes: [args: string[], message: string, settings?: NodeJS.Dict<string>][] = [
      [['serve'], 'PUBLIC_URL', { DATABASE_URL: 'postgresql://localhost/x' }],
      [['owner'], 'portside owner make'],
      [['owner', 'make', 'root'], 'e-mail address'],
      [['owner', 'remove', 'root'], 'no such command'],
      [['restore', 'nowhere'], 'DATABASE_URL'],
      [['doctor', '--mail-to', 'root'], 'not an e-mail address'],
      [['mcp'], 'PORTSIDE_KEY'],
      [['sweep'], 'portside sweep list'],
      [['sweep', 'send', 'list.csv'], '--node URL'],
      [['sweep', 'send', '-', '--node', 'http://localhost:1'], 'OPERATOR_KEY'],
      [['contracts', 'deploy'], 'portside contracts deploy factory'],
      [['migrate'], 'embedded'],
      [['backup', 'new', '--passphrase-file', 'nowhere'], "open 'nowhere'"],
    ];
    for (const [args, message, settings] of mistakes) {
      const { status, stderr } = portside(args, settings);
      expect(status, args.join(' ')).toBe(1);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('.ts:');
    }
  });

  test('without settings no command makes a new database and finds it in order', () => {
    for (const line of [
      'doctor',
      'keys',
      'addresses',
      'backup --taken x',
      'owner make ann ann@shop.example',
    ]) {
      const { status, stdout, stderr } = portside(line.split(' '));
      expect([line, status]).toEqual([line, 1]);
      expect(stdout + stderr).toContain('DATABASE_URL is not set');
    }
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('help names the calls of one command, and a line that goes on is no call', () => {
    const { status, stdout } = portside(['help', 'sweep']);
    expect(status).toBe(0);
    const calls = stdout.split('\n').filter((line) => line.startsWith('  portside '));
    expect(calls.map((line) => line.split(' ').slice(3, 5).join(' '))).toEqual(['sweep list', 'sweep send']);
    expect(portside(['sweep', '--help']).stdout).toBe(stdout);
    expect(portside(['help', 'toString'])).toMatchObject({ status: 1 });
  });

  test('an assistant’s ping is answered while the shop is slow to answer a call', async () => {
    const shop = createServer().listen(0, '127.0.0.1');
    await once(shop, 'listening');
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const env = { PATH: process.env['PATH'], PORTSIDE_URL: url, PORTSIDE_KEY: 'psk_test_1' };
    const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: folder, env });
    onTestFinished(() => {
      child.kill();
      shop.closeAllConnections();
      shop.close();
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const read = async () => JSON.parse((await lines.next()).value as string) as { id: number };
    const params = { name: 'read_order', arguments: { order_no: 'ORD10000' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
    const [, held] = (await once(shop, 'request')) as [unknown, ServerResponse];
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
    child.stdin.end();
    expect(await read()).toMatchObject({ id: 2, result: {} });
    held.writeHead(404).end('{"code":506,"message":"no"}');
    expect(await read()).toMatchObject({ id: 1, result: { isError: true } });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  describe('addresses', () => {
    let chains: TestChains;
    let world: ChainWorld;
    beforeAll(async () => {
      chains = await startDevchain();
    });
    beforeEach(async () => {
      world = await createChainWorld(chains, ['ETH']);
      await world.useOwnAddresses('ETH');
    });
    afterAll(() => chains.stop());

    test('an address that was opened after the restored time is read from where all addresses were read to', async () => {
      const buyer = await world.createBuyer();
      const { address } = await openOwnAddress(buyer, 'ETH');
      await world.settle('ETH');
      await world.readAllAddresses('ETH');
      const { db } = world.ctx;
      await db.deleteFrom('deposit_addresses').execute();
      await world.pay('ETH', '40', address);
      // The follower went on for a while without it.
      await world.settle('ETH');
      expect(await addMissingAddresses(world.ctx)).toBeGreaterThan(0);
      const chain = BigInt(chains.chains.ETH.chainId);
      const { block_time: readUntil } = await db
        .selectFrom('address_cursors')
        .selectAll()
        .where('chain_id', '=', chain)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('deposit_addresses')
        .selectAll()
        .where('chain_id', '=', chain)
        .execute();
      for (const { created_at } of rows)
        expect(created_at.getTime()).toBeLessThanOrEqual(readUntil.getTime());
      // The buyer looks at it before the hourly reading.
      await openOwnAddress(buyer, 'ETH');
      await world.follow('ETH');
      expect(await buyer.balance()).toBe(40_000_000n);
    });

    test('nothing is on sale afterwards, since what was sold meanwhile is free again', async () => {
      const goodsId = await buildGoods(world.ctx);
      const { held } = await settleRestored(world.ctx);
      expect(held).toMatchObject({ offSale: { count: 1 }, payouts: [] });
      const { on_sale: isOnSale } = await world.ctx.db
        .selectFrom('goods')
        .select('on_sale')
        .where('id', '=', goodsId)
        .executeTakeFirstOrThrow();
      expect(isOnSale).toBe(false);
    });

    test.runIf(isOnPostgres)('it refuses while a process of the shop runs, and adds nothing', async () => {
      const { db } = world.ctx;
      await db.deleteFrom('deposit_addresses').execute();
      await db.transaction().execute(async (process) => {
        await sql`select pg_advisory_xact_lock_shared(hashtext(${MEMBERSHIP_LOCK}))`.execute(process);
        await expect(addMissingAddresses(world.ctx)).rejects.toThrow('running');
      });
      expect(await db.selectFrom('deposit_addresses').selectAll().execute()).toEqual([]);
    });
  });
});

describe('a rehearsal', () => {
  const PROGRAM = join(import.meta.dirname, '../../bin/portside.js');
  const LONG = 300_000;

  test('a rehearsal is refused where the settings of a production are at hand', () => {
    expect(() =>
      refuseProduction({ DATABASE_URL: 'postgresql://localhost/play', PORT: '3000' }),
    ).not.toThrow();
    for (const name of ['CREDENTIALS_KEYS', 'SMTP_URL', 'ETH_RPC_URLS', 'TRON_RPC_URLS'])
      expect(
        () => refuseProduction({ DATABASE_URL: 'postgresql://localhost/portside', [name]: 'x' }),
        name,
      ).toThrow(`settings of a production: ${name}`);
  });

  async function startRehearsal() {
    const folder = mkdtempSync(join(tmpdir(), 'portside-rehearsal-'));
    atEndOfFile(async () => rmSync(folder, { recursive: true, force: true }));
    const port = String(await freePort());
    const env: NodeJS.Dict<string> = { PATH: process.env['PATH'], DATA_DIR: folder, PORT: port };
    if (isOnPostgres) {
      const own = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, { isMigrated: false });
      atEndOfFile(own.drop);
      env['DATABASE_URL'] = own.url;
    }
    const child = spawn(process.execPath, [PROGRAM, 'rehearse'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    atEndOfFile(async () => void child.kill('SIGKILL'));
    const lines: string[] = [];
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
    const ended = once(child, 'exit');
    /** Until a line of that kind is printed; the line. */
    const told = async (kind: RegExp): Promise<string> => {
      for (;;) {
        const found = lines.find((line) => kind.test(line));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(lines.join('\n'));
        await Promise.race([once(reader, 'line'), ended]);
      }
    };
    return { folder, port, child, ended, lines, told };
  }

  const codeAt = async (url: string, address: string): Promise<string> => {
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [address, 'latest'] };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
    return ((await answer.json()) as { result: string }).result;
  };

  test(
    'a rehearsal shows all a payment method needs, loses a node on request, pays, and stops',
    { timeout: LONG },
    async () => {
      const { folder, port, child, ended, lines, told } = await startRehearsal();
      await told(/start NETWORK/);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      const start = lines.indexOf(lines.find((line) => line.startsWith('  BSC: chain '))!);
      const shown = (name: string): string =>
        lines
          .slice(start)
          .find((line) => line.trim().startsWith(name))!
          .trim()
          .slice(name.length)
          .trim();
      const chainId = Number(lines[start]!.split(' ').at(-1));
      const factory = parseAddress('BSC', shown('factory'));
      const treasury = parseAddress('BSC', shown('wallet'));
      const published = depositFactoryCode({ prefix: create2PrefixOf('BSC', chainId), factory, treasury });
      const [first, second] = [shown('node 1'), shown('node 2')];
      expect(first).not.toBe(second);
      for (const url of [first, second]) expect(await codeAt(url, factory)).toBe(published);

      const type = (line: string): boolean => child.stdin.write(`${line}\n`);
      type('stop BSC 2');
      await told(/BSC node 2 is off/);
      await expect(codeAt(second, factory)).rejects.toThrow();
      expect(await codeAt(first, factory)).toBe(published);
      type('start BSC 2');
      await told(/BSC node 2 is on/);
      expect(await codeAt(second, factory)).toBe(published);
      type(`pay BSC ${shown('wallet')} 5.000001`);
      await told(/^ {2}sent: 0x[0-9a-f]{64}$/);
      type('pay BSC nowhere 5');
      await told(/not done: /);

      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      // The chains have saved and ended, too.
      expect(existsSync(join(folder, 'chains', 'lock'))).toBe(false);
      await expect(codeAt(first, factory)).rejects.toThrow();
    },
  );

  test('two addresses lead to a chain, with its path, and each can be taken off and put on again', async () => {
    const chain = createServer((request, response) => void response.end(`chain: ${request.url}`)).listen(
      0,
      '127.0.0.1',
    );
    await once(chain, 'listening');
    onTestFinished(() => void chain.close());
    const httpUrl = `http://127.0.0.1:${(chain.address() as AddressInfo).port}`;
    const place = { rpcUrl: `${httpUrl}/jsonrpc`, httpUrl };
    const chains = Object.fromEntries(NETWORKS.map((network) => [network, place])) as Devchain['chains'];
    const nodes = await openNodes({ chains }, (step) => onTestFinished(async () => void (await step())));
    const ask = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text();

    const [first, second] = nodes.TRON;
    expect(new Set([place.rpcUrl, first.rpcUrl, second.rpcUrl]).size).toBe(3);
    for (const node of [first, second]) expect(await ask(node.rpcUrl)).toBe('chain: /jsonrpc');
    expect(await ask(`${first.httpUrl!}wallet`)).toBe('chain: /wallet');
    await second.stop();
    await second.stop();
    await expect(ask(second.rpcUrl)).rejects.toThrow();
    expect(await ask(first.rpcUrl)).toBe('chain: /jsonrpc');
    await second.start();
    await second.start();
    expect(await ask(second.rpcUrl)).toBe('chain: /jsonrpc');
  });
});
