import { expect, test } from 'vitest';
import { addressPage, isAddress } from './addresses.ts';

const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

test('an address of a public network has a page', () => {
  expect(addressPage('ETH', 1, USDT)).toBe(`https://etherscan.io/address/${USDT}`);
});

test('a local chain has no explorer, and what is no address has no page', () => {
  expect(addressPage('ETH', 7_700_001, USDT)).toBeNull();
  expect(addressPage('TRON', 728_126_428, USDT)).toBeNull();
});

test.each([
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  ['TRON', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', true],
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', false],
  ['TRON', '0xdac17f958d2ee523a2206206994597c13d831ec7', false],
  ['ETH', '0xdAC17F958D2ee523a2206206994597C13D831ec7', true],
  ['ETH', '0xdac17f958d2ee523a2206206994597c13d831ec7', true],
  ['ETH', '0xDac17F958D2ee523a2206206994597C13D831ec7', false],
  ['ETH', '', false],
] as const)('on %s %j: %s', (network, text, is) => {
  expect(isAddress(network, text)).toBe(is);
});
