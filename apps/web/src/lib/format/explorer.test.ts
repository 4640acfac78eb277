import { expect, test } from 'vitest';
import { addressPage } from './explorer.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

test('an address of a public network has a page', () => {
  expect(addressPage('ETH', 1, USDT)).toBe(`https://etherscan.io/address/${USDT}`);
});

test('a local chain has no explorer, and what is no address has no page', () => {
  expect(addressPage('ETH', 7_700_001, USDT)).toBeNull();
  expect(addressPage('TRON', 728_126_428, USDT)).toBeNull();
});
