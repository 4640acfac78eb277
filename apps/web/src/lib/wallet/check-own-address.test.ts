import { create2PrefixOf, formatAddress } from '@portside/chain';
import {
  depositAddressCode,
  depositAddressOf,
  depositFactoryCode,
  implementationOf,
} from '@portside/checkout/deposit-code';
import type { DepositAddress } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { checkOwnAddress } from './check-own-address.ts';
import { payByTransfer } from './pay.ts';
import type { Hex, Payment } from './payment.ts';
import { openTestWallet, type LocalChains, type Network } from './testing/purse.ts';

let chains: LocalChains;
beforeAll(async () => {
  chains = await startDevchain({ blockTimeMs: 100 });
});
afterAll(() => chains.stop());

const FACTORY: Hex = `0x${'1a'.repeat(20)}`;
const TREASURY: Hex = `0x${'2b'.repeat(20)}`;
const SALT: Hex = `0x${'3c'.repeat(32)}`;

function toOwn(payment: Payment) {
  const { network: type, chainId: chain_id } = payment;
  const factory = { prefix: create2PrefixOf(type, chain_id), factory: FACTORY, treasury: TREASURY };
  const treasury = depositAddressOf(factory, SALT);
  const own = {
    type,
    chain_id,
    address: formatAddress(type, treasury),
    factory_address: formatAddress(type, FACTORY),
    wallet_address: formatAddress(type, TREASURY),
    salt: SALT,
  };
  const codes = new Map([
    [factory.factory, depositFactoryCode(factory)],
    [implementationOf(factory), depositAddressCode(TREASURY)],
  ]);
  return { payment: { ...payment, treasury, own, isToOwnAddress: true }, codes };
}

describe.each<Network>(['ETH', 'TRON'])('on %s', (network) => {
  test('a wallet is not asked to pay to an address that does not follow from the published code', async () => {
    const world = await openTestWallet(chains, network);
    const { payment } = toOwn(world.paying.payment);
    const foreign = formatAddress(network, FACTORY);
    for (const own of [
      null,
      { ...payment.own, address: foreign },
      { ...payment.own, wallet_address: foreign },
    ])
      await expect(payByTransfer({ ...world.paying, payment: { ...payment, own } })).rejects.toMatchObject({
        problem: 'wrongAddress',
      });
    expect(world.purse.asked).toEqual([]);
  });
});

test('where the wallet has a node of its own, the published factory must stand there', async () => {
  const world = await openTestWallet(chains, 'ETH');
  const { payment, codes } = toOwn(world.paying.payment);
  await expect(payByTransfer({ ...world.paying, payment })).rejects.toMatchObject({
    problem: 'wrongAddress',
  });
  expect(world.purse.asked).toEqual([]);
  const codeAt = async (address: Hex) => codes.get(address) ?? '0x';
  await expect(checkOwnAddress({ codeAt }, payment)).resolves.toBeUndefined();
  codes.set(FACTORY, '0x60');
  await expect(checkOwnAddress({ codeAt }, payment)).rejects.toMatchObject({ problem: 'wrongAddress' });
});

test('where it has none, the address alone is checked and paid', async () => {
  const world = await openTestWallet(chains, 'TRON');
  const { payment } = toOwn(world.paying.payment);
  await payByTransfer({ ...world.paying, payment });
  expect(world.purse.asked).toHaveLength(1);
});

describe('checkAddress', () => {
  const FACTORY = `0x${'1a'.repeat(20)}` as const;
  const TREASURY = `0x${'2b'.repeat(20)}` as const;
  const SALT = `0x${'3c'.repeat(32)}` as const;

  describe.each([
    ['TRON', 728_126_428],
    ['BSC', 56],
  ] as const)('on %s', (type, chainId) => {
    const prefix = create2PrefixOf(type, chainId);
    const own = depositAddressOf({ prefix, factory: FACTORY, treasury: TREASURY }, SALT);
    const shown = {
      type,
      chain_id: chainId,
      address: formatAddress(type, own),
      salt: SALT,
      factory_address: formatAddress(type, FACTORY),
      wallet_address: formatAddress(type, TREASURY),
    } as DepositAddress;

    test('the address that follows from the published code is right', () => {
      expect(checkAddress(shown)).toEqual({ factory: { prefix, factory: FACTORY, treasury: TREASURY } });
    });

    test.each<[string, Partial<DepositAddress>]>([
      ['another address', { address: shown.wallet_address }],
      ['another factory', { factory_address: shown.wallet_address }],
      ['another wallet', { wallet_address: shown.factory_address }],
      ['another salt', { salt: `0x${'00'.repeat(32)}` }],
      ['no salt', { salt: '' }],
      ['no address', { address: 'x' }],
    ])('%s is not', (_name, changed) => {
      expect(checkAddress({ ...shown, ...changed }).factory).toBeNull();
    });
  });
});
