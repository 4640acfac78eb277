import { expect, test } from 'vitest';
import { formatAddress, parseAddress, parseWallet, formatTxHash, parseTxHash } from './address.ts';

const written = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const address = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const digits = 'ab'.repeat(32);

test.each([written, address, `0x${address.slice(2).toUpperCase()}`])('%s is an Ethereum address', (text) => {
  expect(parseAddress('ETH', text)).toBe(address);
});

test.each([
  ['a wrong checksum', written.replace('dAC', 'dAc')],
  ['no 0x', written.slice(2)],
  ['an upper 0X', address.replace('0x', '0X')],
  ['one digit short', address.slice(0, -1)],
  ['one digit long', `${address}0`],
  ['a space', `${address} `],
  ['a TRON address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
])('%s is no Ethereum address', (_, text) => {
  expect(() => parseAddress('ETH', text)).toThrow(/Ethereum address/);
});

test('each network is written its own way', () => {
  expect(formatAddress('ETH', address)).toBe(written);
  const tron = formatAddress('TRON', address);
  expect(tron).toMatch(/^T/);
  expect(parseAddress('TRON', tron)).toBe(address);
  expect(() => parseAddress('TRON', address)).toThrow(/TRON/);
});

test.each(['TRON', 'ETH'] as const)(
  'the zero address of %s is an address, and nobody’s wallet',
  (network) => {
    const nobody = formatAddress(network, `0x${'0'.repeat(40)}`);
    expect(parseAddress(network, nobody)).toBe(`0x${'0'.repeat(40)}`);
    expect(() => parseWallet(network, nobody)).toThrow(/zero address/);
    expect(parseWallet(network, formatAddress(network, address))).toBe(address);
  },
);

test('a transaction hash is read in any way and written in one', () => {
  const hash = parseTxHash(digits.toUpperCase());
  expect(hash).toBe(`0x${digits}`);
  expect(parseTxHash(`0x${digits}`)).toBe(hash);
  expect(formatTxHash('TRON', hash)).toBe(digits);
  expect(formatTxHash('ETH', hash)).toBe(`0x${digits}`);
});

test.each([
  '',
  '0x',
  digits.slice(1),
  `${digits}a`,
  `0x0x${digits.slice(2)}`,
  `${digits.slice(1)}g`,
  ` ${digits}`,
])('"%s" is no transaction hash', (text) => {
  expect(() => parseTxHash(text)).toThrow(/64 hex digits/);
});
