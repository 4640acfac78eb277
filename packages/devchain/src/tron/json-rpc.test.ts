import { readProtobuf } from '@portside/chain/tron/protobuf';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from 'viem';
import type { Devchain, DevchainControls } from '../devchain.ts';
import type { Rpc } from '../node/rpc.ts';
import { startDevchain } from '../start-devchain.ts';
import { askTron, publicRpc } from '../testing/ask.ts';
import { parseTransaction } from './parse-transaction.ts';

let devchain: Devchain & { controls: DevchainControls };
let rpc: Rpc;

beforeAll(async () => {
  devchain = await startDevchain({ blockTimeMs: 40 });
  rpc = publicRpc(devchain.chains.TRON);
  await devchain.controls.setMining('TRON', false);
});
afterAll(() => devchain.stop());

test('transaction, receipt, log and block have TRON’s field names', async () => {
  const { contractAddress, walletAddress } = devchain.chains.TRON;
  const hash = await devchain.sendUsdt('TRON', walletAddress, 1_000n);

  // BigInt('0x') throws: followers must not read a waiting transaction this way, and the real node is no kinder.
  expect(await rpc('eth_getTransactionByHash', hash)).toMatchObject({
    hash,
    blockNumber: '0x',
    gasPrice: '0x',
  });
  expect(await rpc('eth_getTransactionReceipt', hash)).toBeNull();
  await devchain.controls.mine('TRON', 1);

  const receipt = await rpc<{ blockHash: Hex; blockNumber: Hex }>('eth_getTransactionReceipt', hash);
  const { blockHash, blockNumber } = receipt;
  expect(blockHash.slice(2, 18)).toBe(BigInt(blockNumber).toString(16).padStart(16, '0'));
  expect(receipt).toMatchObject({
    transactionHash: hash,
    status: '0x1',
    logs: [{ transactionHash: hash, blockHash }],
  });

  const logs = await rpc('eth_getLogs', {
    address: contractAddress,
    fromBlock: blockNumber,
    toBlock: blockNumber,
  });
  expect(logs).toMatchObject([{ transactionHash: hash, blockHash, blockNumber, removed: false }]);
  expect(await rpc('eth_getLogs', { address: contractAddress, blockHash })).toEqual(logs);

  const block = await rpc('eth_getBlockByNumber', blockNumber, false);
  expect(block).toMatchObject({ hash: blockHash, transactions: [hash] });
  expect(await rpc('eth_getBlockByHash', blockHash, false)).toEqual(block);
  expect(await rpc('eth_getBlockByHash', `${blockHash.slice(0, -1)}x`, false)).toBeNull();
  const byHttp = await askTron<{ blockID: string; transactions: { txID: string }[] }>(
    devchain.chains.TRON,
    'wallet/getblock',
    { id_or_num: Number(blockNumber), detail: true },
  );
  expect(byHttp.blockID).toBe(blockHash.slice(2));
  expect(byHttp.transactions.map(({ txID }) => txID)).toEqual([hash.slice(2)]);

  await devchain.controls.mine('TRON', 1);
  const next = await rpc<{ parentHash: Hex }>('eth_getBlockByNumber', 'latest', false);
  expect(next.parentHash).toBe(blockHash);
});

test.each([
  ['eth_getLogs', [{ fromBlock: '0x0', toBlock: 'safe' }], -32602, 'TAG safe not supported'],
  ['eth_getLogs', [{ fromBlock: '0x2', toBlock: '0x1' }], -32602, 'please verify: fromBlock <= toBlock'],
  ['eth_getLogs', [{ address: `0x41${'00'.repeat(20)}` }], -32602, 'invalid address'],
  ['eth_getBlockByNumber', ['pending', false], -32602, 'TAG pending not supported'],
  ['eth_call', [{}, '0x1'], -32602, 'QUANTITY not supported'],
  ['eth_getBalance', [`0x${'00'.repeat(20)}`, 'finalized'], -32602, 'not supported'],
  ['eth_sendRawTransaction', ['0x'], -32601, 'does not exist'],
  ['eth_getTransactionCount', [`0x${'00'.repeat(20)}`, 'latest'], -32601, 'does not exist'],
  ['anvil_setBalance', [`0x${'00'.repeat(20)}`, '0x1'], -32601, 'does not exist'],
])('refuses %s %j as java-tron does', async (method, params, code, message) => {
  await expect(rpc(method, ...params)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
});

test('a range beyond the head is cut or empty, and one above 5,000 blocks is refused', async () => {
  const { contractAddress: address } = devchain.chains.TRON;
  const all = await rpc<unknown[]>('eth_getLogs', { address, fromBlock: 'earliest' });
  expect(all.length).toBeGreaterThan(0);
  expect(await rpc('eth_getLogs', { address, fromBlock: '0x0', toBlock: '0xfff' })).toEqual(all);
  expect(await rpc('eth_getLogs', { address, fromBlock: '0xfff0', toBlock: '0xffff' })).toEqual([]);

  await devchain.controls.rpc('TRON', 'anvil_mine', '0x1390');
  await expect(rpc('eth_getLogs', { address, fromBlock: '0x0' })).rejects.toMatchObject({
    code: -32602,
    message: 'exceed max block range: 5000',
  });
});

test('the final block is behind the head by the lag', async () => {
  const head = Number(await rpc<Hex>('eth_blockNumber'));
  const final = await rpc<{ number: Hex }>('eth_getBlockByNumber', 'finalized', false);
  expect(Number(final.number)).toBe(head - 6);
  const solid = await askTron<{ block_header: { raw_data: { number: number } } }>(
    devchain.chains.TRON,
    'walletsolidity/getnowblock',
  );
  expect(solid.block_header.raw_data.number).toBe(head - 6);
});

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
