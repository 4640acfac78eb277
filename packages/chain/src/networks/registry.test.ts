import {
  arbitrum,
  arbitrumSepolia,
  bsc,
  bscTestnet,
  mainnet,
  polygon,
  polygonAmoy,
  sepolia,
  tron,
  tronNile,
  tronShasta,
} from 'viem/chains';
import { toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { formatAddress, isHexForm } from './address.ts';
import { explorerAddressUrl, explorerTxUrl } from './explorer.ts';
import {
  addNetwork,
  chainNameOf,
  chainsOf,
  create2PrefixOf,
  findPublicChain,
  isPrivateChain,
  typicalFinalityBlocks,
  pinnedToken,
} from './chains.ts';
import { type Network, findNetworkByName, networkRecords, recordOf } from './registry.ts';
import { readBlacklisted } from '../token/token-state.ts';
import type { ChainNode } from '../types.ts';
import { thirdNetwork } from '../testing/third-network.ts';

const hash = `0x${'ab'.repeat(32)}` as const;
const chains = () =>
  networkRecords().flatMap(({ id }) => chainsOf(id).publicChains.map((chain) => ({ id, ...chain })));

test('the public chains have the ids the world knows', () => {
  expect(chains().map(({ id, chainId }) => `${id} ${chainId}`)).toEqual([
    `TRON ${tron.id}`,
    `TRON ${tronNile.id}`,
    `TRON ${tronShasta.id}`,
    `ETH ${mainnet.id}`,
    `ETH ${sepolia.id}`,
    `BSC ${bsc.id}`,
    `BSC ${bscTestnet.id}`,
    `POLYGON ${polygon.id}`,
    `POLYGON ${polygonAmoy.id}`,
    `ARBITRUM ${arbitrum.id}`,
    `ARBITRUM ${arbitrumSepolia.id}`,
  ]);
});

test('each network has one main chain, and it stands first', () => {
  for (const { id, mainChainId } of networkRecords()) {
    const { publicChains } = chainsOf(id);
    expect(publicChains[0].chainId).toBe(mainChainId);
    // Tether runs on main networks only.
    expect(publicChains.map((chain) => 'token' in chain)).toEqual(
      publicChains.map((_, index) => index === 0),
    );
  }
});

test('only on the main networks does code vouch for a USDT contract', () => {
  const pinned = chains().flatMap(({ id, chainId }) => {
    const token = pinnedToken(id, chainId);
    return token ? [formatAddress(id, token)] : [];
  });
  expect(pinned).toEqual([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0x55d398326f99059fF775485246999027B3197955',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  ]);
  expect(pinnedToken('ETH', tron.id)).toBeNull();
  expect(findPublicChain('TRON', mainnet.id)).toBeNull();
});

test('the chains of the sandbox are private, the public ones never', () => {
  for (const { id } of networkRecords()) expect(isPrivateChain(id, chainsOf(id).sandbox.chainId)).toBe(true);
  expect(chains().some(({ id, chainId }) => isPrivateChain(id, chainId))).toBe(false);
  // A number means a chain on its own network only.
  expect(isPrivateChain('TRON', mainnet.id)).toBe(true);
  expect(pinnedToken('TRON', chainsOf('TRON').sandbox.chainId)).toBeNull();
});

test('a chain is called as the world does, or after its network', () => {
  expect(chainNameOf('TRON', tronNile.id)).toBe('TRON Nile');
  expect(chainNameOf('ETH', chainsOf('ETH').sandbox.chainId)).toBe('Ethereum (local)');
});

test('a payment is final after so many blocks as a rule', () => {
  expect(typicalFinalityBlocks('ETH', mainnet.id)).toBe(80);
  expect(typicalFinalityBlocks('TRON', tron.id)).toBe(20);
  expect(typicalFinalityBlocks('TRON', chainsOf('TRON').sandbox.chainId)).toBe(6);
});

test('CREATE2 addresses begin with the prefix of the chain that computes them', () => {
  expect(create2PrefixOf('ETH', mainnet.id)).toBe(0xff);
  expect(create2PrefixOf('TRON', tron.id)).toBe(0x41);
  expect(create2PrefixOf('TRON', chainsOf('TRON').sandbox.chainId)).toBe(0xff);
});

test.each([
  ['TRON', 'TRON'],
  ['trc20', 'TRON'],
  ['Usdt', 'TRON'],
  [' eth ', 'ETH'],
  ['ERC20', 'ETH'],
  ['ethereum', 'ETH'],
  ['bep20', 'BSC'],
  ['Polygon', 'POLYGON'],
  ['matic', 'POLYGON'],
  ['arbitrum one', 'ARBITRUM'],
  ['SOLANA', null],
  ['', null],
])('%j names %s', (word, network) => {
  expect(findNetworkByName(word)).toBe(network);
});

test('no word names two networks, and no chain is of two', () => {
  const records = networkRecords();
  const words = records.flatMap(({ id, name, standard, otherNames }) => [
    ...new Set([id, name, standard, ...(otherNames ?? [])].map((word) => word.toUpperCase())),
  ]);
  expect(new Set(words).size).toBe(words.length);
  const ids = [...chains(), ...records.map(({ id }) => chainsOf(id).sandbox)].map(({ chainId }) => chainId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('explorers are linked in the way of writing of their chain', () => {
  expect(explorerTxUrl('ETH', 1, hash)).toBe(`https://etherscan.io/tx/${hash}`);
  expect(explorerTxUrl('TRON', tron.id, hash)).toBe(`https://tronscan.org/#/transaction/${'ab'.repeat(32)}`);
  expect(explorerAddressUrl('TRON', tron.id, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(
    'https://tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  );
  expect(explorerTxUrl('ETH', chainsOf('ETH').sandbox.chainId, hash)).toBeNull();
  expect(explorerAddressUrl('ETH', chainsOf('ETH').sandbox.chainId, `0x${'ab'.repeat(20)}`)).toBeNull();
});

test('the hex form of an address is known where nobody writes it', () => {
  const digits = 'ab'.repeat(20);
  for (const text of [`0x${digits}`, `41${digits}`, `0x41${digits}`]) {
    expect(isHexForm('TRON', text)).toBe(true);
    expect(isHexForm('ETH', text)).toBe(false);
  }
  expect(isHexForm('TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(false);
});

test('a network that is added is one of them until it is taken away again', () => {
  const id = thirdNetwork.id as Network;
  expect(() => recordOf(id)).toThrow(/no network/);
  const remove = addNetwork(thirdNetwork);
  expect([recordOf(id), chainsOf(id)]).toEqual([thirdNetwork, thirdNetwork]);
  expect(networkRecords().map((record) => record.id)).toEqual([
    'TRON',
    'ETH',
    'BSC',
    'POLYGON',
    'ARBITRUM',
    id,
  ]);
  expect(findNetworkByName(thirdNetwork.standard)).toBe(id);
  expect(() => addNetwork(thirdNetwork)).toThrow(id);
  remove();
  expect(() => recordOf(id)).toThrow(/no network/);
  expect(() => addNetwork({ ...thirdNetwork, id: 'POND', sandbox: chainsOf('ETH').sandbox })).toThrow(/ETH/);
});

test('where a token has no blacklist, nobody is asked; otherwise the network’s own question is', async () => {
  const asked: string[] = [];
  const node: ChainNode = {
    name: 'one',
    request: (_, [call]) => {
      asked.push((call as { data: string }).data.slice(0, 10));
      return Promise.resolve(`0x${'0'.repeat(63)}1`);
    },
  };
  const wallet = `0x${'ab'.repeat(20)}` as const;
  const look = (network: Network) =>
    readBlacklisted([node], { token: wallet, quorum: 1, blacklist: chainsOf(network).blacklist }, [wallet]);
  expect(await look('BSC')).toEqual(new Set());
  expect(asked).toEqual([]);
  for (const network of ['ETH', 'TRON', 'POLYGON', 'ARBITRUM'] as const)
    expect(await look(network)).toEqual(new Set([wallet]));
  const [first, later] = ['isBlackListed(address)', 'isBlocked(address)'].map((one) =>
    toFunctionSelector(one),
  );
  expect(asked).toEqual([first, first, later, later]);
});

test('all blocks that are not final yet fit one scan', () => {
  for (const { id, mainChainId } of networkRecords())
    expect(typicalFinalityBlocks(id, mainChainId)).toBeLessThan(chainsOf(id).maxRange);
});
