import { cellOf } from '../../platform/http/send-list.ts';
import { formatAddress } from '@portside/chain';
import { startDevchain } from '@portside/devchain';
import type { Network } from '@portside/contract';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SWEEPABLE_COLUMNS } from '../../features/sweeping/index.ts';
import { listSweepable } from '../../features/sweeping/list-sweeps.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createChainWorld,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';

const PROGRAM = join(import.meta.dirname, '../../../bin/portside.js');
const folder = mkdtempSync(join(tmpdir(), 'portside-sweep-'));
const key = generatePrivateKey();
const keyFile = join(folder, 'fees.key');
let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  writeFileSync(keyFile, `${key}\n`);
  chmodSync(keyFile, 0o600);
  chains = await startDevchain();
  world = await createChainWorld(chains, ['BSC', 'TRON']);
});
afterAll(async () => {
  await chains.stop();
  rmSync(folder, { recursive: true });
});

/** Blocks are mined meanwhile: the command waits for its transactions. */
async function portside(type: Network, ...args: string[]): Promise<{ code: number | null; said: string }> {
  await chains.controls.setMining(type, true);
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await chains.controls.setMining(type, false);
  return { code, said };
}

const nodeUrlOf = (type: Network): string => chains.chains[type].httpUrl ?? chains.chains[type].rpcUrl;

async function listFile(type: Network): Promise<string> {
  const { ctx } = await signInAdmin(world.ctx);
  const { items } = await listSweepable(ctx, { query: { type, limit: 100 } });
  const rows = items.map((item) =>
    Object.values(SWEEPABLE_COLUMNS).map((column) => String(cellOf(column)(item))),
  );
  const file = join(folder, `${type}.csv`);
  writeFileSync(file, [Object.keys(SWEEPABLE_COLUMNS), ...rows].map((row) => row.join(',')).join('\n'));
  return file;
}

describe.each<Network>(['BSC', 'TRON'])('on %s', (type) => {
  test('a machine of the operator’s own deploys a factory, and sweeps a list', async () => {
    const owner = privateKeyToAddress(key);
    await chains.controls.rpc(type, 'anvil_setBalance', owner, '0x8ac7230489e80000');
    const treasury = formatAddress(type, chains.chains[type].walletAddress);
    const own = ['--network', type, '--node', nodeUrlOf(type), '--key-file', keyFile];
    const deployed = await portside(type, 'contracts', 'deploy', 'factory', '--treasury', treasury, ...own);
    expect(deployed.said).toContain('Address factory: ');
    expect(deployed.code).toBe(0);
    const checkout = await portside(
      type,
      'contracts',
      'deploy',
      'checkout',
      '--treasury',
      treasury,
      ...own,
      '--token',
      formatAddress(type, chains.chains[type].contractAddress),
    );
    expect(checkout.said).toContain('Checkout contract: ');

    await world.useOwnAddresses(type);
    for (const amount of ['120', '3.5']) await createPaidAddress(world, type, amount);
    await world.settle(type);
    const list = await listFile(type);
    const trial = await portside(type, 'sweep', 'send', list, ...own, '--dry-run');
    expect(trial.said).toContain('Would sweep 123.5 USDT');
    const foreign = formatAddress(type, randomAddress());
    const refused = await portside(type, 'sweep', 'send', list, ...own, '--treasury', foreign);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('not to') });
    const swept = await portside(type, 'sweep', 'send', list, ...own, '--treasury', treasury);
    expect(swept.said).toContain('Swept 123.5 USDT');
    expect(swept.code).toBe(0);
    const again = await portside(type, 'sweep', 'send', list, ...own);
    expect(again.said).toContain('Swept 0 USDT');
  });
});

test('a list in which an address does not follow from its salt is not swept', async () => {
  const file = join(folder, 'wrong.csv');
  const address = formatAddress('ETH', randomAddress());
  const salt = `0x${'1'.repeat(64)}`;
  const row = ['ETH', '7700001', address, address, address, salt, address, '1', 'false'];
  writeFileSync(file, [Object.keys(SWEEPABLE_COLUMNS), row].map((one) => one.join(',')).join('\n'));
  const args = ['sweep', 'send', file, '--node', nodeUrlOf('ETH'), '--key-file', keyFile];
  expect(await portside('ETH', ...args)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not the address'),
  });
});

test('a key that others can read is refused', async () => {
  const file = join(folder, 'open.key');
  writeFileSync(file, key);
  chmodSync(file, 0o644);
  const args = ['sweep', 'send', 'x.csv', '--node', nodeUrlOf('ETH'), '--key-file', file];
  const { code, said } = await portside('ETH', ...args);
  expect(code).toBe(1);
  expect(said).toContain('chmod 600');
  expect(said).not.toContain(key.slice(2));
});
