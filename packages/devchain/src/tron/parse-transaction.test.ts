import { TronWeb } from 'tronweb';
import { expect, test } from 'vitest';
import { parseTransaction } from './parse-transaction.ts';
import { readProtobuf } from '@portside/chain/tron/protobuf';

const OWNER = `41${'0a'.repeat(20)}`;
const OTHER = `41${'0b'.repeat(20)}`;
const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
const blockHeader = {
  ref_block_bytes: '00ff',
  ref_block_hash: '0123456789abcdef',
  timestamp: 1_800_000_000_000,
  expiration: 1_800_000_060_000,
};

test('reads a transfer of TRX as TronWeb wrote it', async () => {
  const written = await tronWeb.transactionBuilder.sendTrx(OTHER, 1_500_000, OWNER, { blockHeader });
  const parsed = parseTransaction(written.raw_data_hex);

  expect(parsed).toMatchObject({
    txID: written.txID,
    kind: 'TransferContract',
    owner: `0x${'0a'.repeat(20)}`,
    to: `0x${'0b'.repeat(20)}`,
    valueSun: 1_500_000n,
    data: '0x',
    refBlockBytes: '00ff',
    refBlockHash: '0123456789abcdef',
    expiration: 1_800_000_060_000,
    timestamp: 1_800_000_000_000,
  });
  expect(parsed.rawData).toEqual(written.raw_data);
});

test.each([0, 7])('reads a contract call with %i sun as TronWeb wrote it', async (callValue) => {
  const { transaction: written } = await tronWeb.transactionBuilder.triggerSmartContract(
    OTHER,
    'transfer(address,uint256)',
    { txLocal: true, feeLimit: 30_000_000, callValue, blockHeader },
    [
      { type: 'address', value: OTHER },
      { type: 'uint256', value: 5 },
    ],
    OWNER,
  );
  const parsed = parseTransaction(written.raw_data_hex);

  expect(parsed).toMatchObject({
    txID: written.txID,
    kind: 'TriggerSmartContract',
    to: `0x${'0b'.repeat(20)}`,
    valueSun: BigInt(callValue),
    feeLimitSun: 30_000_000n,
  });
  expect(parsed.data).toMatch(/^0xa9059cbb/);
  expect(parsed.rawData).toEqual(written.raw_data);
});

test('refuses kinds of contract it does not know, and broken bytes', async () => {
  const freeze = await tronWeb.transactionBuilder.freezeBalanceV2(1_000_000, 'ENERGY', OWNER, {
    blockHeader,
  });
  expect(() => parseTransaction(freeze.raw_data_hex)).toThrow(/type 54/);
  expect(() => parseTransaction(freeze.raw_data_hex.slice(0, -10))).toThrow();
  expect(() => parseTransaction('zz')).toThrow();
  expect(() => parseTransaction('')).toThrow(/one contract/);
});

test.each([
  ['a field that is longer than the message', [0x0a, 0x05, 0x01]],
  ['a number without an end', [0x08, 0xff]],
  ['a number of more than 64 bits', [0x08, ...Array<number>(10).fill(0xff), 0x01]],
  ['a fixed-size field', [0x0d, 0, 0, 0, 0]],
])('does not read %s', (_what, bytes) => {
  expect(() => readProtobuf(Uint8Array.from(bytes))).toThrow();
});
