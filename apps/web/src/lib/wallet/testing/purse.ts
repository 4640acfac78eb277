import { familyOf, recordOf, toBase58 } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import type { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { type Hex, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { allowanceQuery, allowanceWithin, balanceQuery, type Call } from '../calls.ts';
import { openEvmWallet, type EvmProvider } from '../evm-wallet.ts';
import type { FlowEvent } from '../flow.ts';
import type { PaymentAttempt } from '../pay.ts';
import type { Payment } from '../payment.ts';
import { WalletFailure } from '../problems.ts';
import type { TronNode } from '../tron-node.ts';
import { openTronWallet, type TronProvider } from '../tron-wallet.ts';
import type { Wallet } from '../wallet.ts';

export type Network = 'TRON' | 'ETH';
export type LocalChains = Awaited<ReturnType<typeof startDevchain>>;

/** The user of a wallet on a local chain: what they were asked to sign, and how they answer. */
type Purse = {
  readonly key: Hex;
  owner: Hex;
  chainId: number;
  /** First four bytes of each call, in order. */
  readonly asked: string[];
  refuses: boolean;
  canBatch: boolean;
  /** What the owner makes of a call's data before it is signed. */
  edits: (data: Hex) => Hex;
  /** What an EVM wallet sends instead, while it answers the hash of what it was asked for. */
  replaces: ((transaction: Asked) => object) | null;
  /** How long what was last signed on TRON lives. */
  livesMs: number;
};

type Asked = { readonly data: Hex; readonly from?: Hex };

export type TestWalletWorld = Awaited<ReturnType<typeof openTestWallet>>;

/** A wallet with money on a local chain, and a payment of 25.000123 USDT for it. */
export async function openTestWallet(
  chains: LocalChains,
  network: Network,
  { usdt = 100_000_000n, coin = 10n ** 18n } = {},
) {
  const { chainId, contractAddress, walletAddress, checkoutAddress, httpUrl } = chains.chains[network];
  const key = generatePrivateKey();
  const owner = privateKeyToAccount(key).address.toLowerCase() as Hex;
  await chains.controls.rpc(network, 'anvil_setBalance', owner, numberToHex(coin));
  if (usdt > 0n) await chains.controls.mint(network, owner, usdt);
  const payment: Payment = {
    network,
    chainId,
    token: contractAddress,
    decimals: recordOf(network).token.decimals,
    treasury: walletAddress,
    own: null,
    isToOwnAddress: false,
    checkout: checkoutAddress,
    orderRef: newOrderRef(),
    amountMicro: 25_000_123n,
    deadline: BigInt(Math.floor(Date.now() / 1_000) + 600),
  };
  const purse: Purse = {
    key,
    owner,
    chainId,
    asked: [],
    refuses: false,
    canBatch: false,
    edits: (data) => data,
    replaces: null,
    livesMs: 0,
  };
  const open = {
    evm: () => openEvmWallet(evmProvider(chains, purse), payment),
    tron: () => openTronWallet(tronProvider(purse), payment, tronNode(chains, payment, httpUrl!)),
  };
  const wallet = open[familyOf(network)]();
  const events: FlowEvent[] = [];
  const records: (string | undefined)[] = [];
  const paying: PaymentAttempt = { wallet, owner, payment, report: (event) => events.push(event) };
  const read = (data: Hex) => {
    const call = { to: contractAddress, data };
    return chains.controls.rpc<Hex>(network, 'eth_call', call, 'latest').then(BigInt);
  };
  return {
    purse,
    wallet,
    paying,
    records,
    states: () => events.map(({ type }) => type),
    authorizing: (amountMicro: bigint, capMicro = amountMicro, other: Partial<Wallet> = {}) => ({
      ...paying,
      wallet: { ...wallet, ...other },
      allowance: allowanceWithin(amountMicro, capMicro),
      record: async (hash?: string) => void records.push(hash),
    }),
    allowance: () => read(allowanceQuery(owner, checkoutAddress)),
    received: () => read(balanceQuery(walletAddress)),
  };
}

export const newOrderRef = (): Hex => `0x${randomBytes(32).toString('hex')}`;

function evmProvider({ controls }: LocalChains, purse: Purse): EvmProvider {
  const send = async (transaction: Asked) => {
    purse.asked.push(transaction.data.slice(0, 10));
    if (purse.refuses) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    const data = purse.edits(transaction.data);
    const wanted = { ...transaction, data };
    const hash = await controls.rpc<Hex>('ETH', 'eth_sendTransaction', purse.replaces?.(wanted) ?? wanted);
    return purse.replaces ? newOrderRef() : hash;
  };
  /** Wallets sign for the chain that they are on, whichever the page means, unless the transaction names one. */
  const ofOwnChain = (transaction: { data: Hex; chainId?: Hex }) => {
    if (transaction.chainId === numberToHex(purse.chainId)) return transaction;
    throw Object.assign(new Error('The transaction names another chain or none.'), { code: -32_602 });
  };
  const mined = new Map<string, Hex>();
  return {
    async request({ method, params = [] }) {
      const [first] = params;
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [purse.owner];
      if (method === 'eth_chainId') return numberToHex(purse.chainId);
      if (method === 'eth_sendTransaction') return send(ofOwnChain(first as { data: Hex; chainId?: Hex }));
      if (method === 'wallet_getCapabilities' && purse.canBatch)
        return { [numberToHex(purse.chainId)]: { atomic: { status: 'supported' } } };
      if (method === 'wallet_sendCalls') {
        purse.asked.push(method);
        const { calls, from } = first as { calls: { to: Hex; data: Hex }[]; from: Hex };
        for (const { to, data } of calls) {
          // An estimate would not know of the call before it.
          mined.set('batch', await send({ from, to, data, gas: '0x30d40' } as { data: Hex }));
          await controls.mine('ETH', 1);
        }
        return { id: 'batch' };
      }
      if (method === 'wallet_getCallsStatus')
        return { status: 200, receipts: [{ status: '0x1', transactionHash: mined.get(String(first)) }] };
      return controls.rpc('ETH', method, ...params);
    },
  };
}

const tronProvider = (purse: Purse): TronProvider => ({
  request: async ({ method }) => (method === 'eth_chainId' ? numberToHex(purse.chainId) : []),
  tronWeb: {
    get defaultAddress() {
      return { base58: toBase58(purse.owner) };
    },
    trx: {
      async sign(transaction) {
        const { expiration, timestamp, contract } = transaction.raw_data;
        purse.livesMs = expiration - timestamp;
        const { value } = contract[0].parameter;
        purse.asked.push(`0x${'data' in value ? value.data.slice(0, 8) : 'deployment'}`);
        if (purse.refuses) throw 'Confirmation declined by user';
        const signature = await sign({ hash: `0x${transaction.txID}`, privateKey: purse.key, to: 'hex' });
        const rawData = purse.edits(`0x${transaction.raw_data_hex}`).slice(2);
        return { ...transaction, raw_data_hex: rawData, signature: [signature] };
      },
    },
  },
});

function tronNode({ controls }: LocalChains, { token, checkout }: Payment, url: string): TronNode {
  const http = createTronHttp({ url, timeoutMs: 5_000 });
  const rpc = <T>(method: string, ...params: unknown[]) => controls.rpc<T>('TRON', method, ...params);
  const view = (data: Hex) => rpc<Hex>('eth_call', { to: token, data }, 'latest').then(BigInt);
  return {
    holdings: async (owner) => ({
      usdtMicro: await view(balanceQuery(owner)),
      coin: BigInt(await rpc<Hex>('eth_getBalance', owner, 'latest')),
      allowanceMicro: await view(allowanceQuery(owner, checkout!)),
    }),
    checkoutCode: () => rpc('eth_getCode', checkout, 'latest'),
    sunPerEnergy: () => http.readSunPerEnergy(),
    async tryCall(owner, { to, data }: Call) {
      const trial = http.simulateCall({ owner, contract: to, data });
      const [{ energy, isRefused }, block] = await Promise.all([trial, http.readBlock()]);
      if (isRefused) throw new WalletFailure('contractFailed');
      return { energy, block };
    },
    async broadcast({ raw_data_hex, signature }) {
      const signed = { rawData: `0x${raw_data_hex}`, signature: `0x${signature[0]}` } as const;
      const { hash, refusal } = await http.broadcast(signed);
      if (refusal !== null) throw new WalletFailure('paymentFailed', refusal);
      return hash.slice(2);
    },
    result: (hash) => http.readResult(`0x${hash}`),
  };
}
