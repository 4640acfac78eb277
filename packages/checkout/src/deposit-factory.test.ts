import { readFileSync } from 'node:fs';
import { type Hex, keccak256, encodeFunctionData, encodeFunctionResult } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutCreation, factoryCreation } from './checkout-code.ts';
import { cloneCode, depositAddressCode, depositAddressOf, depositFactoryCode } from './deposit-code.ts';
import { depositAddressRuntimeHash, depositAddressRuntimeTemplate } from './generated/deposit-address.ts';
import {
  depositFactoryRuntimeHash,
  depositFactoryRuntimeTemplate,
  depositFactoryAbi,
} from './generated/deposit-factory.ts';
import { batchesOf, payingSalts, readSwept, SWEEP_BATCH, sweepManyData } from './sweep-call.ts';
import { depositAttacks } from './testing/deposit-attacks.ts';
import { fuzzDeposits } from './testing/fuzz-deposits.ts';
import {
  BUYER,
  OWNER,
  TREASURY,
  type DepositWorld,
  PREFIX,
  startDepositWorld,
  TOKENS,
} from './testing/contract-world.ts';

describe.each(TOKENS)('with $name', (token) => {
  let world: DepositWorld;
  beforeAll(async () => {
    world = await startDepositWorld(token);
  });
  afterAll(() => world.stop());

  test.each(depositAttacks)('$name', ({ run }) => run(world));

  test('factory and implementation stand on the chain as computed, for no other treasury or prefix', async () => {
    const { factory, implementation, code } = world;
    const own = { prefix: PREFIX, factory, treasury: TREASURY };
    const found = await code(factory);
    expect(found === depositFactoryCode(own)).toBe(true);
    expect(found === depositFactoryCode({ ...own, treasury: BUYER })).toBe(false);
    expect(found === depositFactoryCode({ ...own, prefix: 0x41 })).toBe(false);
    expect((await code(implementation)) === depositAddressCode(TREASURY)).toBe(true);
  });

  test('gas of a sweep: first, later, and fifty at once', async () => {
    await world.give(TREASURY, 1n);
    const all = Array.from({ length: 51 }, () => world.newAddress());
    const salts = all.map(({ salt }) => salt);
    const fill = async () => {
      for (const { address } of all) await world.give(address, 1_000_000n);
    };
    await fill();
    const one = (await world.sweepMany(salts.slice(0, 1))).gas;
    const first = (await world.sweepMany(salts.slice(1))).gas;
    await fill();
    const again = (await world.sweepMany(salts.slice(0, 1))).gas;
    const later = (await world.sweepMany(salts.slice(1))).gas;
    process.stdout.write(
      `${token.name}: one ${one}, again ${again}; each of fifty ${first / 50}, again ${later / 50}\n`,
    );
    expect(first / 50).toBeLessThan(65_000);
    expect(later / 50).toBeLessThan(20_000);
  });
});

test('the published hashes are those of the codes with zeros in place of what differs', () => {
  expect(depositFactoryRuntimeHash).toBe(keccak256(depositFactoryRuntimeTemplate));
  expect(depositAddressRuntimeHash).toBe(keccak256(depositAddressRuntimeTemplate));
  const published = readFileSync(new URL('../../../docs/deposits.md', import.meta.url), 'utf8');
  for (const hash of [depositFactoryRuntimeHash, depositAddressRuntimeHash])
    expect(published.includes(hash), hash).toBe(true);
});

test('gas of the deployments, as published', async () => {
  const world = await startDepositWorld(TOKENS[0]);
  const used = async (data: Hex) => {
    const hash = await world.rpc<Hex>('eth_sendTransaction', { from: OWNER, data, gas: '0x2dc6c0' });
    await world.rpc('anvil_mine', '0x1');
    const receipt = await world.rpc<{ gasUsed: Hex; status: Hex }>('eth_getTransactionReceipt', hash);
    expect(receipt.status).toBe('0x1');
    return Number(receipt.gasUsed);
  };
  const gas = {
    factory: await used(factoryCreation(TREASURY)),
    checkout: await used(checkoutCreation(world.token, TREASURY)),
  };
  await world.stop();
  process.stdout.write(`deployment: factory ${gas.factory}, checkout ${gas.checkout}\n`);
  const published = readFileSync(new URL('../../../docs/deposits.md', import.meta.url), 'utf8');
  // To a thousand: a zero byte of an address costs less than another.
  for (const one of Object.values(gas))
    expect(published.includes(`${Math.round(one / 1_000)},000`), String(one)).toBe(true);
});

test('a factory as it stands on TRON computes the addresses that we do', async () => {
  const world = await startDepositWorld(TOKENS[1]);
  const own = { prefix: 0x41, factory: world.factory, treasury: TREASURY };
  await world.rpc('anvil_setCode', world.factory, depositFactoryCode(own));
  for (const { salt } of [world.newAddress(), world.newAddress()]) {
    const told = (await world.read(world.factory, 'addressOf', [salt])) as string;
    expect(told.toLowerCase()).toBe(depositAddressOf(own, salt));
    expect(told.toLowerCase()).not.toBe(depositAddressOf({ ...own, prefix: PREFIX }, salt));
  }
  await world.stop();
});

test('a clone is the minimal proxy of EIP-1167', () => {
  const implementation: Hex = '0xbebebebebebebebebebebebebebebebebebebebe';
  expect(cloneCode(implementation)).toBe(
    '0x363d3d373d3d3d363d73bebebebebebebebebebebebebebebebebebebebe5af43d82803e903d91602b57fd5bf3',
  );
});

const RUNS = TOKENS.flatMap((token) => [11, 12].map((seed) => ({ token, name: token.name, seed })));

// 3,000 random calls in all; no time limit, as each takes what the machine gives.
test.each(RUNS)(
  'random calls move nothing but to the treasury: $name, seed $seed',
  async ({ token, seed }) => {
    const world = await startDepositWorld(token);
    await fuzzDeposits(world, { seed, calls: 500 });
    await world.stop();
  },
  0,
);

const token: Hex = `0x${'7a'.repeat(20)}`;
const saltsOf = (count: number): Hex[] =>
  Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16).padStart(64, 'a')}` as const);

test.each([0, 1, 50])('the call of %i salts is what the published interface makes of it', (count) => {
  const args = [token, saltsOf(count)] as const;
  const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
  expect(sweepManyData(...args)).toBe(data);
});

test('the answer is read in order, and refused in another form', () => {
  const result = [5n, 0n, 2n ** 200n];
  const answer = encodeFunctionResult({ abi: depositFactoryAbi, functionName: 'sweepMany', result });
  expect(readSwept(answer, 3)).toEqual(result);
  for (const wrong of [answer.slice(0, -2), '0x', `${answer}${'0'.repeat(64)}`])
    expect(() => readSwept(wrong, 3)).toThrow('form');
  expect(() => readSwept(answer, 2)).toThrow('form');
});

test('an argument that is neither address nor salt is refused', () => {
  expect(() => sweepManyData(token, ['0x12'])).toThrow('32 bytes');
});

test('only addresses that would pay are swept, in order', () => {
  const salts = saltsOf(3);
  const answer = encodeFunctionResult({
    abi: depositFactoryAbi,
    functionName: 'sweepMany',
    result: [5n, 0n, 7n],
  });
  expect(payingSalts(answer, salts)).toEqual({ paying: [salts[0], salts[2]], units: 12n });
  expect(() => payingSalts(answer, saltsOf(2))).toThrow('form');
});

test.each([0, 1, SWEEP_BATCH, SWEEP_BATCH + 1])(
  '%i addresses are swept in as few transactions as possible',
  (count) => {
    const batches = batchesOf(saltsOf(count));
    expect(batches.flat()).toEqual(saltsOf(count));
    expect(batches).toHaveLength(Math.ceil(count / SWEEP_BATCH));
  },
);
