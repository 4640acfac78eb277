import * as fc from 'fast-check';
import { utils } from 'tronweb';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { fromBase58, toBase58 } from './address.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const usdtHex: Hex = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';
const anyAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);

test('the USDT contract reads and writes as published', () => {
  expect(fromBase58(usdt)).toBe(usdtHex);
  expect(toBase58(usdtHex)).toBe(usdt);
});

test('every address survives the way there and back, and TronWeb agrees', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const text = toBase58(address);
      expect(text).toBe(utils.address.fromHex(`41${address.slice(2)}`));
      expect(fromBase58(text)).toBe(address);
    }),
  );
});

test('one changed letter is noticed', () => {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  fc.assert(
    fc.property(anyAddress, fc.nat(33), fc.constantFrom(...letters.split('')), (address, at, letter) => {
      const text = toBase58(address);
      fc.pre(text[at] !== letter);
      expect(() => fromBase58(text.slice(0, at) + letter + text.slice(at + 1))).toThrow(/TRON/);
    }),
  );
});

test.each([
  ['empty', ''],
  ['lower case', usdt.toLowerCase()],
  ['one letter short', usdt.slice(0, -1)],
  ['one letter long', `${usdt}1`],
  ['a letter outside base58', `${usdt.slice(0, -1)}0`],
  ['hex', usdtHex],
  ['hex with the prefix', `41${usdtHex.slice(2)}`],
  ['spaces around', ` ${usdt.slice(1)}`],
  ['the largest number', 'z'.repeat(34)],
  ['a Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
])('%s is refused', (_, text) => {
  expect(() => fromBase58(text)).toThrow(/TRON/);
});

test('only 20 bytes become an address', () => {
  expect(() => toBase58('0x1234')).toThrow(/20 bytes/);
  expect(() => toBase58(`0x41${usdtHex.slice(2)}`)).toThrow(/20 bytes/);
});
