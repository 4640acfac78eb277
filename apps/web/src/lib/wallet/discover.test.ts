// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discoverWallets, type FoundWallet } from './discover.ts';

const provider = () => ({ request: () => Promise.resolve(null) });
const page = window as unknown as Record<string, unknown>;
const put: string[] = [];
const cleanups: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const name of put.splice(0)) delete page[name];
  for (const clean of cleanups.splice(0)) clean();
});

function inWindow(name: string, value: unknown): void {
  page[name] = value;
  put.push(name);
}

function announce(protocol: 'eip6963' | 'TIP6963', detail: unknown): void {
  const tell = () => window.dispatchEvent(new CustomEvent(`${protocol}:announceProvider`, { detail }));
  window.addEventListener(`${protocol}:requestProvider`, tell);
  cleanups.push(() => window.removeEventListener(`${protocol}:requestProvider`, tell));
  tell();
}

async function found(network: 'ETH' | 'TRON'): Promise<readonly FoundWallet[]> {
  const wallets = new Promise<readonly FoundWallet[]>((resolve) => {
    const stop = discoverWallets(network, (wallets, isDone) => {
      if (!isDone) return;
      stop();
      resolve(wallets);
    });
  });
  await vi.runAllTimersAsync();
  return wallets;
}

const info = (name: string, icon = 'data:image/svg+xml,<svg/>') => ({
  uuid: name,
  name,
  icon,
  rdns: 'org.test',
});

test('announced wallets are found, with the events of each network', async () => {
  const [eth, tron] = [provider(), provider()];
  announce('eip6963', { info: info('Harbour Wallet'), provider: eth });
  announce('TIP6963', { info: info('Tron Harbour'), provider: tron });
  expect((await found('ETH')).map(({ name, provider }) => [name, provider === eth])).toEqual([
    ['Harbour Wallet', true],
  ]);
  expect((await found('TRON')).map(({ name, provider }) => [name, provider === tron])).toEqual([
    ['Tron Harbour', true],
  ]);
});

test('a wallet that is also a window property is listed once; other objects are not listed', async () => {
  const eth = provider();
  inWindow('ethereum', Object.assign(eth, { isMetaMask: true }));
  announce('eip6963', { info: info('MetaMask', 'https://elsewhere.example/track.png'), provider: eth });
  announce('eip6963', { info: { uuid: 1 }, provider: provider() });
  announce('eip6963', { info: info('Empty'), provider: null });
  announce('eip6963', null);
  const wallets = await found('ETH');
  expect(wallets.map(({ name }) => name)).toEqual(['MetaMask']);
  // A remote image would reveal who pays here.
  expect(wallets[0]!.icon).toBeNull();
});

test.each([
  ['ethereum', { ...provider(), isMetaMask: true }, 'ETH', 'Browser wallet'],
  ['ethereum', provider(), 'ETH', 'Browser wallet'],
  ['okxwallet', provider(), 'ETH', 'OKX Wallet'],
  ['tron', { ...provider(), isTronLink: true }, 'TRON', 'Browser wallet'],
  ['tronLink', provider(), 'TRON', 'TronLink'],
  ['tronWeb', { trx: {} }, 'TRON', 'Browser wallet'],
  ['okxwallet', { ...provider(), tronLink: provider() }, 'TRON', 'OKX Wallet'],
  ['trustwallet', { tronLink: provider() }, 'TRON', 'Trust Wallet'],
] as const)('the older object %s', async (name, value, network, called) => {
  inWindow(name, value);
  expect((await found(network)).map(({ name }) => name)).toEqual([called]);
});

test('a bare TronWeb is listed only if there is no other wallet', async () => {
  inWindow('tronWeb', { trx: {} });
  inWindow('tronLink', provider());
  expect((await found('TRON')).map(({ name }) => name)).toEqual(['TronLink']);
});

test('without a wallet the list is empty', async () => {
  expect(await found('ETH')).toEqual([]);
  expect(await found('TRON')).toEqual([]);
});
