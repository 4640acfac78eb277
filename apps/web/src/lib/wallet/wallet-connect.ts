import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { EvmProvider } from './evm-wallet.ts';
import type { FoundWallet } from './discover.ts';
import { caipChainOf, READING, SIGNING, tronSignParams, addressesOn, proposalFor } from './pairing.ts';
import type { Payment } from './payment.ts';
import { WalletFailure, failureOf, inTime } from './problems.ts';
import type { TronProvider } from './tron-wallet.ts';
import type { Network } from '@portside/contract';
import type { UniversalProvider as Library } from '@walletconnect/universal-provider';

/** A remote wallet over WalletConnect with the interface of a browser wallet, so the same checks apply. */
export function walletConnect(payment: Payment, options: RelayOptions): FoundWallet {
  const { network, chainId } = payment;
  const chain = caipChainOf(payment);
  if (chain === null) throw new WalletFailure('wrongNetwork');
  const session = openRelaySession(network, chain, options);
  const found = { key: 'walletconnect', name: 'WalletConnect', icon: null, close: session.close };
  return OPENED[familyOf(network)](found, session, chainId);
}

type Found = Omit<FoundWallet, 'family' | 'provider'>;

const OPENED: Record<Family, (found: Found, session: RelaySession, chainId: number) => FoundWallet> = {
  evm: (found, session, chainId) => ({
    ...found,
    family: 'evm',
    provider: evmProviderOf(session, chainId),
  }),
  tron: (found, session, chainId) => ({
    ...found,
    family: 'tron',
    provider: tronProviderOf(session, chainId),
  }),
};

/** Every request names the chain of the session, so there is none to switch. */
export function evmProviderOf(session: RelaySession, chainId: number): EvmProvider {
  return {
    async request({ method, params }) {
      if (method === 'eth_requestAccounts') return session.pair();
      if (method === 'eth_accounts') return session.addresses() ?? [];
      if (method === 'eth_chainId') return hexOf(chainId);
      if (method === SIGNING.evm) return session.ask(method, params);
      if (READING.includes(method)) return session.read(method, params);
      throw unsupported(method);
    },
    ...changesOf(session),
  };
}

export function tronProviderOf(session: RelaySession, chainId: number): TronProvider {
  const sign = async (address: string, transaction: object) => {
    const params = tronSignParams(session.properties(), address, transaction);
    const answer = (await session.ask(SIGNING.tron, params)) as { result?: unknown } | null;
    return answer?.result ?? answer;
  };
  return {
    async request({ method }) {
      if (method === 'eth_requestAccounts') return session.pair();
      if (method === 'eth_chainId') return hexOf(chainId);
      throw unsupported(method);
    },
    get tronWeb() {
      const addresses = session.addresses();
      if (addresses === null) return false;
      const [base58 = ''] = addresses;
      return {
        defaultAddress: { base58 },
        trx: { sign: (transaction: object) => sign(base58, transaction) },
      };
    },
    ...changesOf(session),
  };
}

/** Only the session can change, and one event triggers a new check of it. */
const changesOf = (session: RelaySession): Required<Pick<EvmProvider, 'on' | 'removeListener'>> => ({
  on: (event, listener) => void (event === 'disconnect' && session.on(listener)),
  removeListener: (event, listener) => void (event === 'disconnect' && session.off(listener)),
});

const hexOf = (chainId: number): string => `0x${chainId.toString(16)}`;

/** EIP-1193's answer to a method that a wallet does not have. */
const unsupported = (method: string): Error =>
  Object.assign(new Error(`${method} is not supported`), { code: 4200 });

type UniversalProvider = InstanceType<typeof Library>;

/** A connection to one wallet over WalletConnect's relay, for one chain. */
export type RelaySession = {
  /** Shows a pairing code and resolves to the wallet's addresses once its owner has agreed. Throws WalletFailure. */
  pair(): Promise<readonly string[]>;
  /** Null before pairing; empty once either side has ended it. */
  addresses(): readonly string[] | null;
  properties(): Readonly<Record<string, unknown>> | undefined;
  /** Asks the wallet. */
  ask(method: string, params: object | undefined): Promise<unknown>;
  /** Reads through the relay's node; the wallet is not involved. */
  read(method: string, params: object | undefined): Promise<unknown>;
  on(listener: (value: unknown) => void): void;
  off(listener: (value: unknown) => void): void;
  close(): void;
};

type RelayOptions = {
  readonly projectId: string;
  readonly shopName: string;
  readonly onUri: (uri: string) => void;
};

/** Time for the relay to accept the proposal. */
const RELAY_MS = 15_000;
const CHANGES = ['session_update', 'disconnect'];
const LEFT = { code: 6000, message: 'User disconnected.' };

/** The library keeps one core per page, so all sessions of a page share it. */
let loaded: Promise<UniversalProvider> | null = null;
const open = new Set<object>();

function load({ projectId, shopName }: RelayOptions): Promise<UniversalProvider> {
  loaded ??= start(projectId, shopName).catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function start(projectId: string, shopName: string): Promise<UniversalProvider> {
  const library = await import('@walletconnect/universal-provider');
  const provider = await library.UniversalProvider.init({
    projectId,
    metadata: { name: shopName, description: shopName, url: location.origin, icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    storage: createMemoryStorage(),
  });
  // It would embed another site's frame and wait seconds for it; our policy allows no frames.
  provider.client.core.verify.register = () => Promise.resolve('');
  return provider;
}

function openRelaySession(network: Network, chain: string, options: RelayOptions): RelaySession {
  const self = {};
  const [namespace] = chain.split(':') as [string];
  // Listeners may be added before a session exists.
  const listeners = new Set<(value: unknown) => void>();
  const tell = (value: unknown) => listeners.forEach((listener) => listener(value));
  let provider: UniversalProvider | null = null;
  let topic: string | null = null;
  let isClosed = false;
  let giveUp: (failure: WalletFailure) => void = () => undefined;

  const current = () => provider?.client.session.getAll().find((one) => one.topic === topic);
  const addresses = () =>
    topic === null ? null : addressesOn(chain, current()?.namespaces[namespace]?.accounts ?? []);

  async function agree(library: UniversalProvider): Promise<void> {
    const { shown, stop } = showCode(library, options.onUri);
    const agreed = library.connect(proposalFor(network, chain));
    // A session that is agreed after the page has given up is ended.
    agreed.then((late) => isClosed && late && void end(library, late.topic)).catch(() => undefined);
    const closed = new Promise<never>((_resolve, reject) => (giveUp = reject));
    try {
      // The code appears as soon as the relay has accepted the proposal.
      await inTime(Promise.race([shown, agreed.then(() => undefined), closed]), RELAY_MS, 'relayUnreachable');
    } catch (error) {
      throw isClosed ? error : new WalletFailure('relayUnreachable', error);
    } finally {
      stop();
    }
    topic = (await Promise.race([agreed, closed]))?.topic ?? null;
    for (const event of CHANGES) library.on(event, tell);
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    open.delete(self);
    giveUp(new WalletFailure('notConnected'));
    if (provider === null) return;
    for (const event of CHANGES) provider.removeListener(event, tell);
    void leave(provider, current()?.topic);
  }

  return {
    addresses,
    close,
    async pair() {
      open.add(self);
      try {
        provider = await load(options);
        if (isClosed) throw new WalletFailure('notConnected');
        await agree(provider);
        const found = addresses() ?? [];
        if (found.length === 0) throw new WalletFailure('wrongNetwork');
        return found;
      } catch (error) {
        close();
        throw failureOf(error, 'connectFailed');
      }
    },
    properties: () => current()?.sessionProperties,
    async ask(method, params) {
      if (provider === null || topic === null) throw new WalletFailure('notConnected');
      return provider.client.request({ topic, chainId: chain, request: { method, params } });
    },
    async read(method, params) {
      if (provider === null) throw new WalletFailure('notConnected');
      return provider.request({ method, params }, chain);
    },
    on: (listener) => void listeners.add(listener),
    off: (listener) => void listeners.delete(listener),
  };
}

/** Hands on the code that the library makes; `shown` resolves with the first one. */
function showCode(library: UniversalProvider, onUri: (uri: string) => void) {
  let resolve = (): void => undefined;
  const shown = new Promise<void>((found) => (resolve = found));
  const show = (uri: string): void => {
    onUri(uri);
    resolve();
  };
  library.on('display_uri', show);
  return { shown, stop: () => library.removeListener('display_uri', show) };
}

const end = (library: UniversalProvider, topic: string): Promise<void> =>
  library.client.disconnect({ topic, reason: LEFT }).catch(() => undefined);

/** The last session closes the connection; otherwise the library would keep reconnecting. */
async function leave(library: UniversalProvider, topic: string | undefined): Promise<void> {
  if (topic !== undefined) await end(library, topic);
  if (open.size === 0) await library.client.core.relayer.transportClose().catch(() => undefined);
}

/**
 * In-memory storage for WalletConnect: a session lasts as long as the page and pays one top-up. Values are copied, as
 * real storage would, because the library mutates what it has stored.
 */
function createMemoryStorage() {
  const kept = new Map<string, unknown>();
  return {
    getKeys: async (): Promise<string[]> => [...kept.keys()],
    getEntries: async () => structuredClone([...kept]) as never,
    getItem: async (key: string) => structuredClone(kept.get(key)) as never,
    setItem: async (key: string, value: unknown): Promise<void> => void kept.set(key, structuredClone(value)),
    removeItem: async (key: string): Promise<void> => void kept.delete(key),
  };
}
