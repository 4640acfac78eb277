import { pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUYER, type ContractWorld, OWNER, startContractWorld, TREASURY } from './testing/contract-world.ts';

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
