import type { DepositAddress } from '@portside/contract';
import { create2PrefixOf } from '@portside/chain/networks/chains';
import { formatAddress } from '@portside/chain/networks/address';
import { depositAddressOf } from '@portside/checkout/deposit-code';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';

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
