import { readFileSync } from 'node:fs';
import { pad, encodeDeployData } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, type ContractWorld, OWNER, startContractWorld, TREASURY } from './testing/contract-world.ts';
import { generatedModule, compileContracts } from './compile-sources.ts';
import { checkoutCreation, factoryCreation } from './checkout-code.ts';
import { checkoutAbi, checkoutBytecode } from './generated/checkout.ts';
import { depositFactoryAbi, depositFactoryBytecode } from './generated/deposit-factory.ts';

const FALSE = pad('0x', { size: 32 });
const TRUE = pad('0x1', { size: 32 });

describe.each([
  { chain: 'Ethereum', transfer: '0x', others: '0x' },
  { chain: 'TRON', transfer: FALSE, others: TRUE },
])('the look-alike of the Tether of $chain', ({ chain, transfer, others }) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await startContractWorld(chain === 'TRON');
    await world.send(OWNER, world.token, 'mint', [BUYER, 1_000n]);
  });
  afterAll(() => world.stop());

  test('answers as the real one', async () => {
    const { token, call, send } = world;
    expect(await call(BUYER, token, 'transfer', [TREASURY, 1n])).toBe(transfer);
    expect(await call(BUYER, token, 'approve', [OWNER, 5n])).toBe(others);
    await send(BUYER, token, 'approve', [OWNER, 5n]);
    expect(await call(OWNER, token, 'transferFrom', [BUYER, TREASURY, 5n])).toBe(others);
  });

  test('wants an allowance reset to zero first on Ethereum only', async () => {
    const { token, send } = world;
    await send(BUYER, token, 'approve', [OWNER, 5n]);
    const { error } = await send(BUYER, token, 'approve', [OWNER, 6n]);
    expect(error).toBe(chain === 'TRON' ? null : 'revert');
    expect((await send(BUYER, token, 'approve', [OWNER, 0n])).error).toBeNull();
  });

  test('moves nothing for a sender on the black list or while it is paused', async () => {
    const { token, send } = world;
    const transferOne = async () => (await send(BUYER, token, 'transfer', [TREASURY, 1n])).error;

    await send(OWNER, token, 'addBlackList', [BUYER]);
    expect(await transferOne()).toBe('revert');
    await send(OWNER, token, 'removeBlackList', [BUYER]);
    await send(OWNER, token, 'pause');
    expect(await transferOne()).toBe('revert');
    await send(OWNER, token, 'unpause');
    expect(await transferOne()).toBeNull();
  });

  test('obeys nobody but its owner', async () => {
    const { token, send } = world;
    expect((await send(BUYER, token, 'mint', [BUYER, 1n])).error).toBe('revert');
    expect((await send(BUYER, token, 'addBlackList', [TREASURY])).error).toBe('revert');
    expect((await send(BUYER, token, 'pause')).error).toBe('revert');
  });
});

test('the committed modules are what the contracts compile to', () => {
  const modules = compileContracts().map(generatedModule);
  expect(modules.map(({ file }) => file)).toEqual([
    'checkout.ts',
    'usdt-lookalike.ts',
    'deposit-address.ts',
    'deposit-factory.ts',
  ]);
  for (const { file, text } of modules) {
    const committed = readFileSync(new URL(`./generated/${file}`, import.meta.url), 'utf8');
    expect(committed.replaceAll('\r\n', '\n') === text, `${file} is stale: npm run compile`).toBe(true);
  }
});

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const treasury = '0x00000000219ab540356cbb839cbe05303d7705fa';

test('the data that deploys a contract is its code with its arguments', () => {
  expect(factoryCreation(treasury)).toBe(
    encodeDeployData({ abi: depositFactoryAbi, bytecode: depositFactoryBytecode, args: [treasury] }),
  );
  expect(checkoutCreation(token, treasury)).toBe(
    encodeDeployData({ abi: checkoutAbi, bytecode: checkoutBytecode, args: [token, treasury] }),
  );
});
