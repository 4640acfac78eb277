import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TxHash } from '../recharges/recharges.ts';
import { faultsOf } from './field-faults.ts';
import { readTxHash } from './tx-hash.ts';

const HASH = '7f0c3a'.repeat(10) + 'b41e';
const wide = (text: string) =>
  [...text].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');

test.each([
  HASH,
  `0x${HASH}`,
  `0X${HASH.toUpperCase()}`,
  `  ${HASH}\n`,
  `https://tronscan.org/#/transaction/${HASH}`,
  `https://etherscan.io/tx/0x${HASH}#eventlog`,
  `https://bscscan.com/tx/0x${HASH}?utm_source=wallet`,
  `https://polygonscan.com/tx/0x${HASH}/`,
  `https://arbiscan.io/tx/0x${HASH}).`,
  `https://www.oklink.com/trx/tx/${HASH}`,
  `https://blockchair.com/tron/transaction/${HASH}?from=tokenpocket`,
  `https%3A%2F%2Fetherscan.io%2Ftx%2F0x${HASH}`,
  `[0x${HASH}](https://etherscan.io/tx/0x${HASH})`,
  `TxID: ${HASH}`,
  `交易哈希：${HASH}`,
  `Хеш транзакции ${HASH}`,
  `${HASH}\u200b`,
  `${HASH.slice(0, 20)}\u00ad${HASH.slice(20)}`,
  `0x ${HASH}`,
  `0x${HASH.slice(0, 40)}\n${HASH.slice(40)}`,
  `TxID:\n${HASH.slice(0, 32)}\n  ${HASH.slice(32)}`,
  `"0x${HASH}"`,
  `«${HASH}»`,
  `${HASH} (Completed)`,
  `０ｘ${HASH}`,
  wide(HASH),
  `0x0x${HASH}`,
  `I sent 50 USDT on 28.11.2026, hash ${HASH}, thanks`,
])('the hash in %j', (text) => expect(readTxHash(text)).toEqual({ hash: `0x${HASH}` }));

test.each([
  ['Internal transfer 183920471', 'exchangeNumber'],
  ['Off-chain transfer 55120398411', 'exchangeNumber'],
  ['2218340091827364', 'exchangeNumber'],
  ['内部转账 88213', 'exchangeNumber'],
  ['Внутренний перевод №5512039', 'exchangeNumber'],
  ['Transferência interna', 'exchangeNumber'],
  ['b6ae22b3aa844210a7041aee7589627c', 'exchangeNumber'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'exchangeNumber'],
  ['TQ5nUnhTr7a9Zz7Yw8oLkX2dB1cV3mJ4pS', 'address'],
  ['https://tronscan.org/#/address/TQ5nUnhTr7a9Zz7Yw8oLkX2dB1cV3mJ4pS', 'address'],
  [`0x${HASH.slice(0, 40)}`, 'address'],
  [`0x${HASH.slice(0, 63)}`, 'cut'],
  [`${HASH}a`, 'cut'],
  [`${HASH.slice(0, 6)}…${HASH.slice(-4)}`, 'cut'],
  [`0x${HASH.slice(0, 8)}...${HASH.slice(-6)}`, 'cut'],
  [`${HASH} ${'0'.repeat(64)}`, 'several'],
  ['', 'unreadable'],
  ['I have paid', 'unreadable'],
])('%j is no hash: %s', (text, problem) => expect(readTxHash(text)).toEqual({ problem }));

const faults = (tx_hash: string) =>
  faultsOf(z.safeParse(z.object({ tx_hash: TxHash }), { tx_hash }).error?.issues ?? [], { tx_hash });

test('calls take a pasted hash, and name what stands in its place', () => {
  expect(TxHash.parse(`https://etherscan.io/tx/0x${HASH}`)).toBe(`0x${HASH}`);
  const value = 'Internal transfer 183920471';
  expect(faults(value)).toEqual([{ field: 'tx_hash', fault: 'exchangeNumber', value }]);
  expect(faults('0xabc')).toEqual([{ field: 'tx_hash', fault: 'wrong', value: '0xabc' }]);
});
