import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { EvmProvider } from './evm-wallet.ts';
import type { FoundWallet } from './found-wallet.ts';
import { caipChainOf, READING, SIGNING, tronSignParams } from './pairing.ts';
import type { Payment } from './payment.ts';
import { WalletFailure } from './problems.ts';
import { openRelaySession, type RelayOptions, type RelaySession } from './relay-session.ts';
import type { TronProvider } from './tron-wallet.ts';

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
