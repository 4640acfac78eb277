import type { Family } from '@portside/chain/networks/registry';
import { type JsonServer, answerJsonRpc, type JsonRpcMethods, startJsonServer } from '../json-server.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { startTronFace } from '../tron/tron-face.ts';
import type { TronTransactions } from '../tron/transactions.ts';
import { type Hex, numberToHex } from 'viem';

/** A local chain's properties by family, and how its node looks from outside. */
type Face = {
  readonly start: (chain: LocalChain, transactions: TronTransactions, port: number) => Promise<JsonServer>;
  /** Path of its JSON-RPC. */
  readonly rpcPath: string;
  readonly hasHttpApi: boolean;
  readonly gasIsFree: boolean;
  /** The sandbox wallet's balance of the coin, in whole coins. */
  readonly walletCoins: bigint;
  /** What a visitor's wallet gets for fees, in whole coins in decimal notation. */
  readonly feeCoins: string;
};

export const FACES: Record<Family, Face> = {
  evm: {
    start: (chain, _, port) => startEvmFace(chain, port),
    rpcPath: '',
    hasHttpApi: false,
    gasIsFree: false,
    walletCoins: 1_000n,
    feeCoins: '0.1',
  },
  tron: {
    start: startTronFace,
    rpcPath: '/jsonrpc',
    hasHttpApi: true,
    gasIsFree: true,
    walletCoins: 1_000_000n,
    feeCoins: '500',
  },
};

// The methods of a public EVM node; the EVM node's methods that forge senders and balances are not exposed.
const FORWARDED = [
  'web3_clientVersion',
  'net_version',
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
  'eth_getBlockReceipts',
  'eth_getLogs',
  'eth_call',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_feeHistory',
  'eth_getBalance',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
] as const;

/** An EVM node's JSON-RPC with this chain's own finality. */
async function startEvmFace(chain: LocalChain, port: number): Promise<JsonServer> {
  const methods: JsonRpcMethods = {
    async eth_sendRawTransaction(params) {
      const hash = await chain.rpc<Hex>('eth_sendRawTransaction', ...params);
      chain.miner.wake();
      return hash;
    },
  };
  for (const name of FORWARDED) {
    methods[name] = async (params) => chain.rpc(name, ...(await withFinalNumber(params, chain)));
  }
  return startJsonServer(port, async (_path, body) => answerJsonRpc(body, methods));
}

async function withFinalNumber(params: unknown[], chain: LocalChain): Promise<unknown[]> {
  if (!/"(finalized|safe)"/.test(JSON.stringify(params))) return params;
  const final = numberToHex(await chain.finalNumber());
  const replace = (_key: string, value: unknown) =>
    value === 'finalized' || value === 'safe' ? final : value;
  return JSON.parse(JSON.stringify(params, replace)) as unknown[];
}
