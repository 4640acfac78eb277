import { depositFactoryBytecode, usdtLookalikeAbi } from '@portside/checkout';
import { toBase58 } from '@portside/chain/tron/address';
import { buildDeployTransaction, type TronBlock } from '@portside/chain/tron/transaction';
import { TronWeb } from 'tronweb';
import { concat, type Hex, keccak256, pad, toHex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Devchain, DevchainControls } from '../devchain.ts';
import { startDevchain } from '../start-devchain.ts';
import { askTron, waitFor } from '../testing/ask.ts';

const PRIVATE_KEY = keccak256(toHex('a wallet of the tests')).slice(2);
const TRANSFER_TOPIC = keccak256(toHex('Transfer(address,address,uint256)')).slice(2);

let devchain: Devchain & { controls: DevchainControls };
let tronWeb: TronWeb;
let buyer: string;
let usdt: string;
let treasury: string;

beforeAll(async () => {
  devchain = await startDevchain({ blockTimeMs: 40 });
  const { httpUrl, contractAddress, walletAddress } = devchain.chains.TRON;
  tronWeb = new TronWeb({ fullHost: httpUrl ?? '', privateKey: PRIVATE_KEY });
  buyer = tronWeb.defaultAddress.base58 || '';
  usdt = toBase58(contractAddress);
  treasury = toBase58(walletAddress);
  const buyerHex: Hex = `0x${tronWeb.address.toHex(buyer).slice(2)}`;
  await devchain.controls.rpc('TRON', 'anvil_setBalance', buyerHex, toHex(100_000_000));
  await devchain.controls.mint('TRON', buyerHex, 50_000_000n);
});
afterAll(() => devchain.stop());

test('TronWeb sends TRX', async () => {
  const sent = await tronWeb.trx.sendTransaction(treasury, 3_000_000);
  expect(sent.result).toBe(true);
  const info = await infoOf(sent.txid);
  expect(info.receipt).toEqual({ net_usage: expect.any(Number) as number });
  expect(await tronWeb.trx.getBalance(treasury)).toBe(3_000_000);
  expect(await tronWeb.trx.getBalance(buyer)).toBe(97_000_000);
});

test('TronWeb builds a USDT transfer itself, signs and broadcasts it; the log names what moved', async () => {
  const transaction = await signedTransfer(1_250_000);
  const sent = await tronWeb.trx.sendRawTransaction(transaction);
  expect(sent.result).toBe(true);

  const info = await infoOf(transaction.txID);
  expect(info.receipt.result).toBe('SUCCESS');
  expect(info.log).toHaveLength(1);
  expect(info.log[0]?.topics[0]).toBe(TRANSFER_TOPIC);
  expect(BigInt(`0x${info.log[0]?.data}`)).toBe(1_250_000n);
  const solid = await waitFor(async () => found(await tronWeb.trx.getTransactionInfo(transaction.txID)));
  expect(solid.blockNumber).toBe(info.blockNumber);
});

test('TronWeb takes the deployment that the shop builds for its own, byte for byte', async () => {
  const info = (await tronWeb.trx.getCurrentBlock()) as unknown as TronBlock;
  const owner: Hex = `0x${tronWeb.address.toHex(buyer).slice(2)}`;
  const treasuryHex: Hex = `0x${tronWeb.address.toHex(treasury).slice(2)}`;
  const bytecode = concat([depositFactoryBytecode, pad(treasuryHex, { size: 32 })]);
  const built = { owner, bytecode, name: 'DepositFactory', feeLimitSun: 95_000_000, block: info };
  const signed = await tronWeb.trx.sign(buildDeployTransaction(built) as never);
  const sent = await tronWeb.trx.sendRawTransaction(signed);
  expect(sent.result).toBe(true);
  const made = await infoOf(sent.txid);
  expect(made.receipt.result).toBe('SUCCESS');
  const code = await devchain.controls.rpc<Hex>(
    'TRON',
    'eth_getCode',
    `0x${made.contract_address.slice(2)}`,
    'latest',
  );
  expect(code.length).toBeGreaterThan(1_000);
});

test('TronWeb verifies a call that the node has built', async () => {
  const contract = tronWeb.contract(usdtLookalikeAbi as never, usdt);
  const methods = contract.methods as Record<string, (...args: unknown[]) => ContractCall>;
  const txID = await methods['transfer']?.(treasury, 2_000_000).send({ feeLimit: 30_000_000 });
  expect((await infoOf(String(txID))).receipt.result).toBe('SUCCESS');
  const balance = await methods['balanceOf']?.(treasury).call();
  expect(BigInt(String(balance))).toBeGreaterThanOrEqual(3_000_000n);
});

test('a transfer that reverts, or has too small a fee limit, is mined as failed', async () => {
  expect(await failureOf(900_000_000, 30_000_000)).toEqual(['FAILED', 'REVERT']);
  expect(await failureOf(1, 100_000)).toEqual(['FAILED', 'OUT_OF_ENERGY']);
});

test('estimates the energy that is needed', async () => {
  const { energy_required: energy } = await tronWeb.transactionBuilder.estimateEnergy(
    usdt,
    'transfer(address,uint256)',
    {},
    transferOf(1),
    buyer,
  );
  expect(energy).toBeGreaterThan(5_000);
  expect(energy).toBeLessThan(100_000);
});

test('refuses transactions with another signer or changed content, duplicates, expired ones and those of another chain', async () => {
  const good = await signedTransfer(1);
  const [signature = ''] = good.signature;
  const foreign = `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`;
  const changed = structuredClone(good);
  changed.raw_data.fee_limit = 1;

  expect(await codeOf({ ...good, signature: [foreign] })).toBe('SIGERROR');
  expect(await codeOf({ ...good, signature: [] })).toBe('SIGERROR');
  expect(await codeOf({ ...good, txID: '00'.repeat(32) })).toBe('OTHER_ERROR');
  expect(await codeOf(changed)).toBe('OTHER_ERROR');
  expect(await codeOf(good)).toBeUndefined();
  expect(await codeOf(good)).toBe('DUP_TRANSACTION_ERROR');

  const { ref_block_bytes, ref_block_hash, timestamp } = good.raw_data;
  const now = { ref_block_bytes, ref_block_hash, timestamp, expiration: timestamp + 60_000 };
  expect(
    await codeOf(await signedTransfer(1, { blockHeader: { ...now, expiration: timestamp - 60_000 } })),
  ).toBe('TRANSACTION_EXPIRATION_ERROR');
  expect(
    await codeOf(await signedTransfer(1, { blockHeader: { ...now, ref_block_hash: '00'.repeat(8) } })),
  ).toBe('TAPOS_ERROR');
});

type ContractCall = { send(options: { feeLimit: number }): Promise<unknown>; call(): Promise<unknown> };

async function signedTransfer(amount: number, options: object = {}) {
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    usdt,
    'transfer(address,uint256)',
    { txLocal: true, feeLimit: 30_000_000, ...options },
    transferOf(amount),
    buyer,
  );
  return tronWeb.trx.sign(transaction);
}

async function infoOf(txID: string) {
  return waitFor(async () => found(await tronWeb.trx.getUnconfirmedTransactionInfo(txID)));
}

async function failureOf(amount: number, feeLimit: number) {
  const transaction = await signedTransfer(amount, { feeLimit });
  await tronWeb.trx.sendRawTransaction(transaction);
  const info = await infoOf(transaction.txID);
  return [info.result, info.receipt.result];
}

async function codeOf(transaction: object) {
  const path = 'wallet/broadcasttransaction';
  return (await askTron<{ code?: string }>(devchain.chains.TRON, path, transaction)).code;
}

function transferOf(amount: number) {
  return [
    { type: 'address', value: treasury },
    { type: 'uint256', value: amount },
  ];
}

/** The HTTP API answers an empty object while there is nothing. */
function found<Info extends object>(info: Info): Info | null {
  return Object.keys(info).length > 0 ? info : null;
}
