import * as fc from 'fast-check';
import { utils } from 'tronweb';
import type { Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { fromBase58, rangeOfBase58, toBase58 } from './address.ts';
import { buildTriggerTransaction, type TronBlock } from './transaction.ts';

const hex = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => Buffer.from(bytes).toString('hex'));
const sun = fc.oneof(fc.constant(0), fc.nat(2_000_000_000));
const anyBlock = fc.record({
  blockID: hex(32),
  number: fc.nat(200_000_000),
  timestamp: fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
});
const blockOf = (block: { blockID: string; number: number; timestamp: number }): TronBlock => ({
  blockID: block.blockID,
  block_header: { raw_data: { number: block.number, timestamp: block.timestamp } },
});

test('TronWeb encodes the same transaction to the same bytes', () => {
  fc.assert(
    fc.property(
      hex(20),
      hex(20),
      hex(4, 300),
      sun,
      sun,
      anyBlock,
      (owner, contract, data, feeLimitSun, callValueSun, block) => {
        const unsigned = buildTriggerTransaction({
          owner: `0x${owner}`,
          contract: `0x${contract}`,
          data: `0x${data}`,
          feeLimitSun,
          callValueSun,
          block: blockOf(block),
        });
        const message = utils.transaction.txJsonToPb(unsigned);
        const bytes = utils.transaction.txPbToRawDataHex(message).toLowerCase();
        expect(unsigned.raw_data_hex).toBe(bytes);
        expect(unsigned.txID).toBe(utils.transaction.txPbToTxID(message).replace(/^0x/, ''));
        expect(utils.transaction.txCheck(unsigned)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('it refers to its block and lives for 60 seconds', () => {
  const { raw_data } = buildTriggerTransaction({
    owner: `0x${'aA'.repeat(20)}`,
    contract: `0x${'bb'.repeat(20)}`,
    data: '0xA9059CBB',
    feeLimitSun: 50_000_000,
    block: blockOf({
      blockID: '0000000003fe1ca01122334455667788aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      number: 0x3fe1ca0,
      timestamp: 1_700_000_000_000,
    }),
  });
  expect(raw_data).toMatchObject({
    ref_block_bytes: '1ca0',
    ref_block_hash: '1122334455667788',
    timestamp: 1_700_000_000_000,
    expiration: 1_700_000_060_000,
    fee_limit: 50_000_000,
  });
  expect(raw_data.contract[0].parameter.value).toEqual({
    owner_address: `41${'aa'.repeat(20)}`,
    contract_address: `41${'bb'.repeat(20)}`,
    data: 'a9059cbb',
  });
});

test.each<[string, Hex]>([
  ['too short', '0x12'],
  ['with the 41 prefix', `0x41${'aa'.repeat(20)}`],
])('an address %s is refused', (_, owner) => {
  const block = blockOf({ blockID: 'aa'.repeat(32), number: 1, timestamp: 1 });
  const call = { contract: owner, data: '0x' as const, feeLimitSun: 1, block };
  expect(() => buildTriggerTransaction({ ...call, owner })).toThrow(/20 bytes/);
});

describe('addresses', () => {
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

  test('a beginning has exactly the addresses that are written with it', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, fc.integer({ min: 1, max: 34 }), (address, other, length) => {
        const start = toBase58(address).slice(0, length);
        const [first, last] = rangeOfBase58(start)!;
        expect(first <= address && address <= last).toBe(true);
        const isWithin = first <= other && other <= last;
        // Addresses that differ in their checksum's letters only may share a range.
        if (length <= 27) expect(isWithin).toBe(toBase58(other).startsWith(start));
      }),
    );
    expect(rangeOfBase58('T0')).toBeNull();
    expect(rangeOfBase58('X')).toBeNull();
    expect(rangeOfBase58('Tzzzz')).toBeNull();
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
});
