import * as fc from 'fast-check';
import { utils } from 'tronweb';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
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
