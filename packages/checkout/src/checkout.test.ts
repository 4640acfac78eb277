import { readFileSync } from 'node:fs';
import { keccak256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutCode } from './checkout-code.ts';
import { checkoutRuntimeHash, checkoutRuntimeTemplate } from './generated/checkout.ts';
import { attacks } from './testing/attacks.ts';
import {
  BUYER,
  type ContractWorld,
  startContractWorld,
  TREASURY,
  opcodesOf,
} from './testing/contract-world.ts';

describe.each([{ chain: 'Ethereum' }, { chain: 'TRON' }])('with the Tether of $chain', ({ chain }) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await startContractWorld(chain === 'TRON');
  });
  afterAll(() => world.stop());

  test.each(attacks)('$name', ({ run }) => run(world));

  test('stands on the chain as the code that the payment page expects', async () => {
    const { token, checkout, code } = world;
    const found = await code(checkout);
    expect(found === checkoutCode(token, TREASURY)).toBe(true);
    expect(found === checkoutCode(token, BUYER)).toBe(false);
    expect(found === checkoutCode(BUYER, TREASURY)).toBe(false);
  });
});

test('the published hash is that of the code without token and treasury', () => {
  expect(checkoutRuntimeHash).toBe(keccak256(checkoutRuntimeTemplate));
  const published = readFileSync(new URL('../../../docs/wallets.md', import.meta.url), 'utf8');
  expect(published).toContain(checkoutRuntimeHash);
});

test('the code calls the token and nothing else', () => {
  expect(opcodesOf(checkoutRuntimeTemplate).toSorted()).toEqual(['CALL', 'STATICCALL', 'STATICCALL']);
});
