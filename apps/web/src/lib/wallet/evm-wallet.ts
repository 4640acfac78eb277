import { toMicro } from '@portside/chain/token/units';
import { allowanceQuery, balanceQuery, checkoutOf } from './calls.ts';
import type { Hex, Payment } from './payment.ts';
import { failureOf, inTime, readError, WalletFailure, type WalletProblem } from './problems.ts';
import {
  ANSWER_MS,
  BLOCK_MS,
  poll,
  type Account,
  type OperatorAccount,
  type Sendable,
  type Wallet,
} from './wallet.ts';

/** The part of EIP-1193 that is used. */
export type EvmProvider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

const READ_MS = 20_000;
const POLL_EVERY_MS = 2_000;
/** Looks without a receipt although the nonce is used: one node of several may be behind. */
const PASSED_TIMES = 3;
/** Measured on local chains with a Tether look-alike; the real token's figures are similar. */
const USUAL_GAS = { transfer: 65_000n, approve: 50_000n, revoke: 30_000n, pay: 100_000n } as const;

/** Asks for the owner's address. */
export const connectEvm = async (provider: EvmProvider): Promise<Hex> =>
  firstOf(await asker(provider)('connectFailed', ANSWER_MS, 'eth_requestAccounts'));

/** The chain that a wallet is opened for. */
type ChainRef = Pick<Payment, 'network' | 'chainId'>;

/** Sends a request to the wallet; its errors become a WalletFailure with this problem. */
type Ask = (
  problem: WalletProblem,
  ms: number,
  method: string,
  params?: readonly unknown[],
) => Promise<unknown>;

const asker =
  (provider: EvmProvider): Ask =>
  async (problem, ms, method, params = []) => {
    try {
      return await inTime(provider.request({ method, params }), ms, 'timeout');
    } catch (error) {
      throw failureOf(error, problem);
    }
  };

type Read = (problem: WalletProblem, method: string, params?: readonly unknown[]) => Promise<bigint>;

const reader =
  (ask: Ask): Read =>
  async (problem, method, params) =>
    BigInt((await ask(problem, READ_MS, method, params)) as string);

/**
 * A wallet on an EVM network. The few requests are written out, so that everything asked of a wallet can be read here; a
 * library for EIP-1193 would be larger than this folder.
 */
export function openEvmWallet(provider: EvmProvider, payment: Payment): Wallet {
  const ask = asker(provider);
  const read = reader(ask);
  const view = (problem: WalletProblem, data: Hex): Promise<bigint> =>
    read(problem, 'eth_call', [{ to: payment.token, data }, 'latest']);
  return {
    ...openEvmAccount(provider, payment),
    async holdings(owner) {
      const { checkout } = payment;
      const [usdt, coin, allowance] = await Promise.all([
        view('balanceFailed', balanceQuery(owner)),
        read('balanceFailed', 'eth_getBalance', [owner, 'latest']),
        checkout === null ? 0n : view('allowanceCheckFailed', allowanceQuery(owner, checkout)),
      ]);
      return {
        usdtMicro: toMicro(usdt, payment.decimals),
        coin,
        allowanceMicro: toMicro(allowance, payment.decimals),
      };
    },
    codeAt: async (address) =>
      String(await ask('paymentFailed', READ_MS, 'eth_getCode', [address, 'latest'])).toLowerCase() as Hex,
    async checkoutCode() {
      const code = await ask('allowanceCheckFailed', READ_MS, 'eth_getCode', [checkoutOf(payment), 'latest']);
      return String(code).toLowerCase() as Hex;
    },
    usualFeeOf: async (kind) => USUAL_GAS[kind] * (await read('balanceFailed', 'eth_gasPrice')),
    ...batching(provider, payment.chainId, ask),
  };
}

/** The same for the operator's own contracts. */
export function openEvmOperator(provider: EvmProvider, chain: ChainRef): OperatorAccount {
  const ask = asker(provider);
  return {
    ...openEvmAccount(provider, chain),
    coinOf: (owner) => reader(ask)('balanceFailed', 'eth_getBalance', [owner, 'latest']),
    async tryCall(owner, { to, data }) {
      const call = [{ from: owner, to, data }, 'latest'];
      return String(await ask('contractFailed', READ_MS, 'eth_call', call)).toLowerCase() as Hex;
    },
    codeAt: async (address) =>
      String(await ask('contractFailed', READ_MS, 'eth_getCode', [address, 'latest'])).toLowerCase() as Hex,
    async deployedBy(hash) {
      const receipt = await ask('paymentFailed', READ_MS, 'eth_getTransactionReceipt', [hash]);
      return firstOf([(receipt as { contractAddress?: unknown } | null)?.contractAddress]);
    },
  };
}

function openEvmAccount(provider: EvmProvider, chain: ChainRef): Account {
  const ask = asker(provider);
  const read = reader(ask);
  const chainId = `0x${chain.chainId.toString(16)}`;
  /** By the hash that the wallet answered: who sent it, and the nonce that it has or replaces. */
  const sent = new Map<string, { readonly owner: Hex; readonly nonce: number }>();
  const countSent = async (owner: Hex, block: 'pending' | 'latest'): Promise<number | null> => {
    try {
      return Number(await read('paymentFailed', 'eth_getTransactionCount', [owner, block]));
    } catch {
      // Without it, a replaced transaction is only waited for longer.
      return null;
    }
  };
  const hasPassed = async (hash: string): Promise<boolean> => {
    const of = sent.get(hash);
    if (!of) return false;
    const count = await countSent(of.owner, 'latest');
    return count !== null && count > of.nonce;
  };
  const account: Account = {
    network: chain.network,
    connect: () => connectEvm(provider),
    async currentAddress() {
      const accounts = await ask('connectFailed', READ_MS, 'eth_accounts');
      return Array.isArray(accounts) && accounts.length > 0 ? firstOf(accounts) : null;
    },
    chainId: async () => Number(await read('connectFailed', 'eth_chainId')),
    switchChain: async () =>
      void (await ask('wrongNetwork', ANSWER_MS, 'wallet_switchEthereumChain', [{ chainId }])),
    async feeOf(owner, call) {
      const gas = read('contractFailed', 'eth_estimateGas', [{ from: owner, ...partsOf(call) }]);
      return (await gas) * (await read('balanceFailed', 'eth_gasPrice'));
    },
    async send(owner, call) {
      // A wallet that was switched to another chain meanwhile must not sign for that one.
      if ((await account.chainId()) !== chain.chainId) throw new WalletFailure('wrongNetwork');
      const nonce = await countSent(owner, 'pending');
      const transaction = { from: owner, ...partsOf(call), value: '0x0', chainId };
      const hash = hashOf(await ask('paymentFailed', ANSWER_MS, 'eth_sendTransaction', [transaction]));
      if (nonce !== null) sent.set(hash, { owner, nonce });
      return hash;
    },
    async settled(hash, late) {
      let passed = 0;
      const readReceipt = async () => {
        // Before the receipt, so that a block between the two is not taken for another transaction's.
        passed = (await hasPassed(hash)) ? passed + 1 : 0;
        const receipt = await ask('paymentFailed', READ_MS, 'eth_getTransactionReceipt', [hash]);
        if (receipt === null && passed >= PASSED_TIMES) throw new WalletFailure('replaced');
        return receipt as { status: string } | null;
      };
      const receipt = await poll(readReceipt, { everyMs: POLL_EVERY_MS, forMs: BLOCK_MS });
      if (receipt === null) throw new WalletFailure(late);
      if (BigInt(receipt.status) !== 1n) throw new WalletFailure('contractFailed');
    },
    onChange: (listener) => listenTo(provider, listener),
  };
  return account;
}

const partsOf = ({ to, data }: Sendable) => (to === null ? { data } : { to, data });

/** Several calls as one (EIP-5792). */
function batching(
  provider: EvmProvider,
  chainId: number,
  ask: Ask,
): Pick<Wallet, 'canSendTogether' | 'sendTogether'> {
  const chain = `0x${chainId.toString(16)}`;
  return {
    /** Only if it already can: this page never asks to upgrade an account. */
    async canSendTogether(owner) {
      try {
        const answer = await inTime(
          provider.request({ method: 'wallet_getCapabilities', params: [owner, [chain]] }),
          READ_MS,
          'timeout',
        );
        return atomicStatus(answer, chain) === 'supported';
      } catch {
        // A wallet without the method answers with an error.
        return false;
      }
    },
    async sendTogether(owner, calls) {
      const request = {
        version: '2.0.0',
        chainId: chain,
        from: owner,
        atomicRequired: true,
        calls: calls.map(({ to, data }) => ({ to, data, value: '0x0' })),
      };
      const answer = await ask('paymentFailed', ANSWER_MS, 'wallet_sendCalls', [request]);
      const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer;
      return batchHash(String(id), (id) => ask('paymentFailed', READ_MS, 'wallet_getCallsStatus', [id]));
    },
  };
}

const CHANGES = ['accountsChanged', 'chainChanged', 'disconnect'];

function listenTo(provider: EvmProvider, listener: () => void): () => void {
  for (const event of CHANGES) provider.on?.(event, listener);
  return () => {
    for (const event of CHANGES) provider.removeListener?.(event, listener);
  };
}

function firstOf(accounts: unknown): Hex {
  const [first] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  if (typeof first !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(first))
    throw new WalletFailure('addressMissing');
  return first.toLowerCase() as Hex;
}

function hashOf(answer: unknown): string {
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(answer))
    throw new WalletFailure('paymentFailed');
  return answer.toLowerCase();
}

/** Chain ids may be in any case and have leading zeros. */
function atomicStatus(answer: unknown, chain: string): unknown {
  const byChain = Object.entries((answer ?? {}) as Record<string, { atomic?: { status?: unknown } }>);
  const own = byChain.find(([id]) => /^0x[0-9a-f]+$/i.test(id) && BigInt(id) === BigInt(chain));
  return own?.[1].atomic?.status;
}

type CallsStatus = { status?: number; receipts?: { transactionHash?: string; status?: string }[] };

/** EIP-5792: 1xx while a batch is pending, 2xx when it is in a block, otherwise it failed. */
async function batchHash(id: string, ask: (id: string) => Promise<unknown>): Promise<string> {
  const look = async (): Promise<CallsStatus | null> => {
    const answer = (await ask(id)) as CallsStatus | null;
    return (answer?.status ?? 100) >= 200 ? answer : null;
  };
  const done = await poll(look, { everyMs: POLL_EVERY_MS, forMs: BLOCK_MS });
  if (done === null) throw new WalletFailure('timeout');
  const receipt = done.receipts?.at(-1);
  if (done.status !== 200 || receipt?.status !== '0x1')
    throw new WalletFailure('contractFailed', readError(done));
  return hashOf(receipt.transactionHash);
}
