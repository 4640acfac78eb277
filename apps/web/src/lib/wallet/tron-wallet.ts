import {
  buildDeployTransaction,
  buildTriggerTransaction,
  type TronBlock,
  type UnsignedTronTransaction,
} from '@portside/chain/tron/transaction';
import type { OperatorTronNode } from './operator/tron-node.ts';
import type { Hex, Payment } from './payment.ts';
import { failureOf, inTime, readError, WalletFailure } from './problems.ts';
import { readTronAddress, type SignedTron, type TronNode } from './tron-node.ts';
import {
  ANSWER_MS,
  BLOCK_MS,
  poll,
  type Account,
  type OperatorAccount,
  type Sendable,
  type Wallet,
} from './wallet.ts';

/** The chain that a wallet is opened for. */
type ChainRef = Pick<Payment, 'network' | 'chainId'>;

/** The part of TronWeb that wallets expose and that is used. */
export type TronWeb = {
  readonly defaultAddress?: { readonly base58?: string | false };
  readonly trx: {
    sign(transaction: UnsignedTronTransaction): Promise<unknown>;
    signMessageV2?(text: string): Promise<unknown>;
  };
};

/** TIP-1193 and older objects; the oldest are a plain TronWeb. */
export type TronProvider = {
  request?(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  readonly tronWeb?: TronWeb | false;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

const POLL_EVERY_MS = 2_000;
/** As long as its owner may take to sign it, and then to reach a block; it has expired once its block is waited for no more. */
const LIFETIME_MS = ANSWER_MS + 60_000;
/** Some wallets expose TronWeb only a while after connecting. */
const TRONWEB_MS = 3_000;
/** Fee per byte of a transaction, and the approximate size of a call with its signature. */
const SUN_PER_BYTE = 1_000n;
const CALL_BYTES = 350n;
/** Of a payment's data; that of deployments and sweeps is longer. */
const USUAL_DATA_BYTES = 101;
/** Measured on the main network in 2026, where Tether's contract pays a surcharge for being busy. */
const USUAL_ENERGY = { transfer: 65_000n, approve: 100_000n, revoke: 80_000n, pay: 150_000n } as const;
/** Above what any of our calls needs; unused energy is not charged. */
const HIGHEST_FEE_LIMIT_SUN = 100_000_000;
/** For deployments and sweeps of many addresses; java-tron takes at most 15,000 TRX. */
const HIGHEST_OPERATOR_FEE_SUN = 3_000_000_000;
/** What explorers show beside a deployed contract's address. */
const DEPLOYED_NAME = 'Portside';

const addressOf = ({ tronWeb }: TronProvider): Hex | null => {
  const text = tronWeb ? tronWeb.defaultAddress?.base58 : null;
  return text ? readTronAddress(text) : null;
};

/** Asks for the owner's address. */
export async function connectTron(provider: TronProvider): Promise<Hex> {
  const answered = await askForAccounts(provider);
  const found =
    answered ?? (await poll(async () => addressOf(provider), { everyMs: 200, forMs: TRONWEB_MS }));
  return found ?? Promise.reject(new WalletFailure('addressMissing'));
}

/** What signs, once the wallet exposes it; null if it does not. */
export const lentTronWeb = (provider: TronProvider): Promise<TronWeb | null> =>
  poll(async () => provider.tronWeb || null, { everyMs: 200, forMs: TRONWEB_MS });

/** The part of a node that sending needs; `deploy` is for operators. */
type Sender = Pick<TronNode, 'sunPerEnergy' | 'tryCall' | 'broadcast' | 'result'>;

/** A TRON wallet. It only signs transactions built here; the shop broadcasts them. */
export function openTronWallet(provider: TronProvider, payment: Payment, node: TronNode): Wallet {
  return {
    ...openTronAccount(provider, payment, node),
    holdings: (owner) => node.holdings(owner),
    codeAt: null,
    checkoutCode: () => node.checkoutCode(),
    async usualFeeOf(kind) {
      return USUAL_ENERGY[kind] * BigInt(await node.sunPerEnergy()) + CALL_BYTES * SUN_PER_BYTE;
    },
    // TRON has no standard for this.
    canSendTogether: async () => false,
    sendTogether: () => Promise.reject(new WalletFailure('contractFailed')),
  };
}

/** The same for the operator's own contracts. */
export const openTronOperator = (
  provider: TronProvider,
  chain: ChainRef,
  node: OperatorTronNode,
): OperatorAccount => ({
  ...openTronAccount(provider, chain, node, HIGHEST_OPERATOR_FEE_SUN),
  coinOf: (owner) => node.coinOf(owner),
  tryCall: async (owner, call) => (await node.tryCall(owner, call)).answer,
  codeAt: null,
  deployedBy: (hash) => node.deployedBy(hash),
});

function openTronAccount(
  provider: TronProvider,
  chain: ChainRef,
  node: Sender,
  highestFeeSun = HIGHEST_FEE_LIMIT_SUN,
): Account {
  let connected: Hex | null = null;

  return {
    network: chain.network,
    async connect() {
      connected = await connectTron(provider);
      return connected;
    },
    // Until the wallet has lent its TronWeb, what it said when it connected is all there is.
    currentAddress: async () => (provider.tronWeb ? addressOf(provider) : connected),
    async chainId() {
      // The oldest wallets do not say. What they sign refers to a block of our chain and is invalid on another.
      const answer = await provider.request?.({ method: 'eth_chainId' }).catch(() => null);
      return typeof answer === 'string' && /^0x[0-9a-fA-F]+$/.test(answer) ? Number(answer) : null;
    },
    async switchChain() {
      const chainId = `0x${chain.chainId.toString(16)}`;
      const request = { method: 'wallet_switchEthereumChain', params: [{ chainId }] };
      if (!provider.request) throw new WalletFailure('wrongNetwork');
      try {
        await inTime(provider.request(request), ANSWER_MS, 'timeout');
      } catch (error) {
        throw failureOf(error, 'wrongNetwork');
      }
    },

    async feeOf(owner, call) {
      const [{ energy }, price] = await Promise.all([node.tryCall(owner, call), node.sunPerEnergy()]);
      const bytes = CALL_BYTES + BigInt(Math.max(0, call.data.length / 2 - USUAL_DATA_BYTES));
      return BigInt(energy) * BigInt(price) + bytes * SUN_PER_BYTE;
    },
    async send(owner, call) {
      const lent = await lentTronWeb(provider);
      if (lent === null) throw new WalletFailure('notConnected');
      const [{ energy, block }, price] = await Promise.all([node.tryCall(owner, call), node.sunPerEnergy()]);
      const feeLimitSun = Math.min(highestFeeSun, Math.ceil(energy * price * 1.2));
      return node.broadcast(
        await sign(lent, transactionOf(call, { owner, feeLimitSun, block, lifetimeMs: LIFETIME_MS })),
      );
    },
    async settled(hash) {
      const result = await poll(() => node.result(hash), { everyMs: POLL_EVERY_MS, forMs: BLOCK_MS });
      if (result === null) throw new WalletFailure('tooLate');
      if (result === 'failed') throw new WalletFailure('contractFailed');
    },

    onChange: (listener) => listenTo(provider, listener),
  };
}

type Basis = {
  readonly owner: Hex;
  readonly feeLimitSun: number;
  readonly block: TronBlock;
  readonly lifetimeMs: number;
};

const transactionOf = ({ to, data }: Sendable, basis: Basis): UnsignedTronTransaction =>
  to === null
    ? buildDeployTransaction({ ...basis, bytecode: data, name: DEPLOYED_NAME })
    : buildTriggerTransaction({ ...basis, contract: to, data });

const CHANGES = ['accountsChanged', 'chainChanged', 'disconnect'];

function listenTo(provider: TronProvider, listener: () => void): () => void {
  for (const event of CHANGES) provider.on?.(event, listener);
  const onMessage = (event: MessageEvent) => {
    if (event.source === window && isAccountMessage(event.data)) listener();
  };
  window.addEventListener('message', onMessage);
  return () => {
    for (const event of CHANGES) provider.removeListener?.(event, listener);
    window.removeEventListener('message', onMessage);
  };
}

/**
 * Requests accounts by the new method, then by the old one; null if the wallet exposes the account by TronWeb
 * only.
 */
async function askForAccounts(provider: TronProvider): Promise<Hex | null> {
  if (!provider.request) return null;
  try {
    const accounts = await inTime(provider.request({ method: 'eth_requestAccounts' }), ANSWER_MS, 'timeout');
    if (Array.isArray(accounts) && accounts.length > 0) return readTronAddress(accounts[0]);
  } catch (error) {
    if (!isUnknownMethod(error)) throw failureOf(error, 'connectFailed');
  }
  try {
    const answer = await inTime(provider.request({ method: 'tron_requestAccounts' }), ANSWER_MS, 'timeout');
    const { code } = readError(answer);
    if (code !== '' && code !== '200') throw failureOf(answer, 'connectFailed');
    return null;
  } catch (error) {
    throw failureOf(error, 'connectFailed');
  }
}

const isUnknownMethod = (error: unknown): boolean => {
  const { code, message } = readError(error);
  return code === '-32601' || code === '4200' || /not (supported|implemented|found|exist)/i.test(message);
};

/** The wallet may only sign: a transaction that differs in any byte is rejected. */
async function sign(tronWeb: TronWeb, wanted: UnsignedTronTransaction): Promise<SignedTron> {
  let answer: unknown;
  try {
    // A copy, because some wallets modify their argument.
    // What is signed later is thrown away: only this page passes it on.
    answer = await inTime(tronWeb.trx.sign(structuredClone(wanted)), ANSWER_MS, 'tooLate');
  } catch (error) {
    throw failureOf(error, 'paymentFailed');
  }
  const signed = (answer ?? {}) as Partial<UnsignedTronTransaction> & { signature?: unknown };
  if (signed.txID !== wanted.txID || signed.raw_data_hex !== wanted.raw_data_hex) {
    throw new WalletFailure('changedByWallet');
  }
  const [signature] = Array.isArray(signed.signature) ? (signed.signature as unknown[]) : [];
  if (typeof signature !== 'string') throw new WalletFailure('rejected');
  return { raw_data_hex: wanted.raw_data_hex, signature: [signature.replace(/^0x/, '')] };
}

/** TronLink announces account changes by a message to the page. */
function isAccountMessage(data: unknown): boolean {
  const action = (data as { message?: { action?: unknown } } | null)?.message?.action;
  return action === 'setAccount' || action === 'setNode' || action === 'disconnect';
}
