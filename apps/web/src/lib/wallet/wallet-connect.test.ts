import { familyOf } from '@portside/chain/networks/registry';
import { expect, test } from 'vitest';
import { listNetworks } from '../networks/networks.ts';
import { DEEP_LINKS, deepLinksFor } from './deep-links.ts';
import {
  PAIRING_LINKS,
  pairingLinksFor,
  addressesOn,
  caipChainOf,
  proposalFor,
  tronSignParams,
} from './pairing.ts';
import { evmProviderOf, tronProviderOf, type RelaySession } from './wallet-connect.ts';

/** Everything up to the relay; its other side is not available in tests. */

const OWNER = '0x1111111111111111111111111111111111111111';
const TRON_OWNER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

function createSession(paired: string[], answer: unknown = null, properties?: Record<string, unknown>) {
  const asked: unknown[] = [];
  const read: string[] = [];
  let now: readonly string[] | null = null;
  const session: RelaySession = {
    pair: async () => (now = paired),
    addresses: () => now,
    properties: () => properties,
    ask: async (method, params) => (asked.push([method, params]), answer),
    read: async (method) => (read.push(method), '0x1'),
    on: () => undefined,
    off: () => undefined,
    close: () => void (now = []),
  };
  return { session, asked, read };
}

test('one chain and one method are requested on every network', () => {
  expect(caipChainOf({ network: 'ETH', chainId: 1 })).toBe('eip155:1');
  expect(caipChainOf({ network: 'TRON', chainId: 728_126_428 })).toBe('tron:0x2b6653dc');
  expect(caipChainOf({ network: 'TRON', chainId: 0xcd8690dc })).toBeNull();
  expect(proposalFor('ETH', 'eip155:1')).toEqual({
    optionalNamespaces: {
      eip155: { chains: ['eip155:1'], methods: ['eth_sendTransaction'], events: [] },
    },
  });
  expect(proposalFor('TRON', 'tron:0x2b6653dc')).toEqual({
    optionalNamespaces: {
      tron: { chains: ['tron:0x2b6653dc'], methods: ['tron_signTransaction'], events: [] },
    },
    sessionProperties: { tron_method_version: 'v1' },
  });
});

test('accounts of other chains are ignored', () => {
  const accounts = [`eip155:10:${OWNER}`, `eip155:1:${OWNER}`, `eip155:11:0x2`];
  expect(addressesOn('eip155:1', accounts)).toEqual([OWNER]);
});

test('on Ethereum one method reaches the wallet, reads go to the node, and all others are refused', async () => {
  const { session, asked, read } = createSession([OWNER], 'hash');
  const provider = evmProviderOf(session, 11);
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([OWNER]);
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([OWNER]);
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0xb');
  expect(await provider.request({ method: 'eth_call', params: [] })).toBe('0x1');
  expect(await provider.request({ method: 'eth_sendTransaction', params: [{ to: OWNER }] })).toBe('hash');
  for (const method of ['personal_sign', 'eth_sign', 'wallet_sendCalls', 'eth_signTypedData_v4', 'eth_x']) {
    await expect(provider.request({ method })).rejects.toMatchObject({ code: 4200 });
  }
  expect(asked).toEqual([['eth_sendTransaction', [{ to: OWNER }]]]);
  expect(read).toEqual(['eth_call']);
});

test.each([
  [{ tron_method_version: 'v1' }, { address: 'T', transaction: { txID: '1' } }],
  [{ tron_method_version: 'v2' }, { address: 'T', transaction: { transaction: { txID: '1' } } }],
  [undefined, { address: 'T', transaction: { transaction: { txID: '1' } } }],
])('a wallet of TRON that says %j is asked in its form', (properties, params) => {
  expect(tronSignParams(properties, 'T', { txID: '1' })).toEqual(params);
});

test.each([
  ['plain', { txID: '1' }],
  ['wrapped', { result: { txID: '1' } }],
])('on TRON it signs, and nothing else: an answer that is %s', async (_, answer) => {
  const { session, asked } = createSession([TRON_OWNER], answer, { tron_method_version: 'v1' });
  const provider = tronProviderOf(session, 728_126_428);
  expect(provider.tronWeb).toBe(false);
  expect(await provider.request!({ method: 'eth_requestAccounts' })).toEqual([TRON_OWNER]);
  expect(await provider.request!({ method: 'eth_chainId' })).toBe('0x2b6653dc');
  await expect(provider.request!({ method: 'tron_signMessage' })).rejects.toMatchObject({ code: 4200 });
  const lent = provider.tronWeb;
  if (!lent) throw new Error('a paired session lends what signs');
  expect(lent.defaultAddress).toEqual({ base58: TRON_OWNER });
  expect(await lent.trx.sign({ txID: '1' } as never)).toEqual({ txID: '1' });
  expect(asked).toEqual([['tron_signTransaction', { address: TRON_OWNER, transaction: { txID: '1' } }]]);
  session.close();
  expect(provider.tronWeb).toMatchObject({ defaultAddress: { base58: '' } });
});

test('each link contains the code as one argument and names its source', () => {
  const uri = 'wc:abc@2?relay-protocol=irn&symKey=00ff';
  const links = pairingLinksFor('ETH', uri);
  expect(links.length).toBeGreaterThan(4);
  for (const { href } of links) expect(new URL(href).searchParams.get('uri')).toBe(uri);
  for (const { source, start } of PAIRING_LINKS) {
    expect(source).not.toBe('');
    expect(start).toMatch(/^[a-z0-9]+:\/\/.*wc\?uri=$/);
  }
});

const page = 'https://shop.example/h5Pay#ticket=abc-_9';

test.each(DEEP_LINKS)('the link of $name opens exactly the page', ({ name, families, href }) => {
  const networks = listNetworks().filter((network) => families.includes(familyOf(network)));
  expect(networks.length).toBeGreaterThan(0);
  for (const network of networks) {
    const link = href(page, network);
    expect(link).toMatch(/^(https|tronlinkoutside|okx|imtokenv2|tpdapp):\/\//);
    const decoded = decodeURIComponent(decodeURIComponent(link));
    expect(decoded).toContain(name === 'MetaMask' ? page.slice('https://'.length) : page);
  }
});

test('every network has wallets to choose from, each link with its source', () => {
  expect(deepLinksFor('TRON').length).toBeGreaterThan(3);
  expect(deepLinksFor('ETH').length).toBeGreaterThan(3);
  for (const { source } of DEEP_LINKS) expect(source).toMatch(/^https:|^source code of @tronweb3/);
});
