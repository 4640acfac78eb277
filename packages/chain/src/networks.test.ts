import { mainnet, sepolia, tron, tronNile, tronShasta } from 'viem/chains';
import { expect, test } from 'vitest';
import { formatAddress } from './address.ts';
import { explorerAddressUrl, explorerTxUrl } from './explorer.ts';
import {
  findPublicNetwork,
  isPrivateChain,
  pinnedToken,
  PUBLIC_NETWORKS,
  SANDBOX_CHAIN_IDS,
} from './networks.ts';

const hash = `0x${'ab'.repeat(32)}` as const;

test('the public chains have the ids the world knows', () => {
  expect(PUBLIC_NETWORKS.map(({ network, chainId }) => `${network} ${chainId}`)).toEqual([
    `ETH ${mainnet.id}`,
    `ETH ${sepolia.id}`,
    `TRON ${tron.id}`,
    `TRON ${tronNile.id}`,
    `TRON ${tronShasta.id}`,
  ]);
});

test('only on the two main networks does code vouch for a USDT contract', () => {
  const pinned = PUBLIC_NETWORKS.flatMap(({ network, chainId }) => {
    const token = pinnedToken(network, chainId);
    return token ? [formatAddress(network, token)] : [];
  });
  expect(pinned).toEqual([
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ]);
  expect(pinnedToken('ETH', tron.id)).toBeNull();
  expect(findPublicNetwork('TRON', mainnet.id)).toBeNull();
});

test('the chains of the sandbox are private, the public ones never', () => {
  for (const network of ['ETH', 'TRON'] as const)
    expect(isPrivateChain(network, SANDBOX_CHAIN_IDS[network])).toBe(true);
  expect(PUBLIC_NETWORKS.some(({ network, chainId }) => isPrivateChain(network, chainId))).toBe(false);
  // A number means a chain on its own network only.
  expect(isPrivateChain('TRON', mainnet.id)).toBe(true);
  expect(pinnedToken('TRON', SANDBOX_CHAIN_IDS.TRON)).toBeNull();
});

test('explorers are linked in the way of writing of their chain', () => {
  expect(explorerTxUrl('ETH', 1, hash)).toBe(`https://etherscan.io/tx/${hash}`);
  expect(explorerTxUrl('TRON', tron.id, hash)).toBe(`https://tronscan.org/#/transaction/${'ab'.repeat(32)}`);
  expect(explorerAddressUrl('TRON', tron.id, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(
    'https://tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  );
  expect(explorerTxUrl('ETH', SANDBOX_CHAIN_IDS.ETH, hash)).toBeNull();
  expect(explorerAddressUrl('ETH', SANDBOX_CHAIN_IDS.ETH, `0x${'ab'.repeat(20)}`)).toBeNull();
});
