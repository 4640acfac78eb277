import { expect, test } from 'vitest';
import { authorizationOf, choiceOf } from './choice.ts';

const caps = { safe: '25.000123', whitelist: '500' };
const needed = 25_000_123n;

test('safe mode is exactly what is needed, whatever was typed', () => {
  expect(choiceOf(caps, 'safe', '400', needed)).toEqual({
    mode: 'safe',
    amountMicro: needed,
    capMicro: needed,
  });
  expect(choiceOf({ safe: null, whitelist: null }, 'safe', '', needed)).toBeNull();
  expect(choiceOf(undefined, 'safe', '', needed)).toBeNull();
});

test.each([
  ['400', 400_000_000n],
  [' 500 ', 500_000_000n],
  ['25.000123', needed],
  ['25.000122', null],
  ['500.000001', null],
  ['', null],
  ['1e9', null],
  ['115792089237316195423570985008687907853269984665640564039457584007913129639935', null],
])('whitelist mode with %j', (typed, amountMicro) => {
  expect(choiceOf(caps, 'whitelist', typed, needed)?.amountMicro ?? null).toBe(amountMicro);
});

test('the record names the wallet as its network does', () => {
  const choice = { mode: 'safe', amountMicro: needed, capMicro: needed } as const;
  const owner = `0x${'ab'.repeat(20)}` as const;
  expect(authorizationOf(choice, 'TRON', owner).wallet_address).toMatch(/^T\w{33}$/);
  expect(authorizationOf(choice, 'ETH', owner)).toEqual({
    wallet_address: '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB',
    mode: 'safe',
    amount: '25.000123',
  });
});
