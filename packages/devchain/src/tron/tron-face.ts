import { answerJsonRpc, type JsonServer, startJsonServer, type JsonRpcMethods } from '../json-server.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { createHttpApi, type HttpQuery } from './http-api.ts';
import type { TronTransactions } from './transactions.ts';
import { numberToHex, type Hex } from 'viem';
import { RpcError } from '../node/rpc.ts';
import { findBlock, readBlock, blockId } from './blocks.ts';

/** A TRON node's two faces on an EVM node: the HTTP API and, under `/jsonrpc`, JSON-RPC. */
export async function startTronFace(
  chain: LocalChain,
  transactions: TronTransactions,
  port: number,
): Promise<JsonServer> {
  const api = createHttpApi(chain, transactions);
  const methods = createTronJsonRpc(chain, transactions);
  return startJsonServer(port, async (path, body, search) => {
    if (path === '/jsonrpc') return answerJsonRpc(body, methods);
    const [, root, name = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? [];
    const verb = Object.hasOwn(api, name) ? api[name] : undefined;
    if (!verb) return undefined;
    const fields = body === '' ? {} : (JSON.parse(body) as HttpQuery);
    return verb({ ...Object.fromEntries(search), ...fields }, root === 'walletsolidity');
  });
}

const INVALID_PARAMS = -32602;

const TOO_MANY_RESULTS = -32005;

const MAX_LOGS = 10_000;

/** java-tron's JSON-RPC with its limits and error answers. It has neither nonces nor broadcasting. */
function createTronJsonRpc(chain: LocalChain, transactions: TronTransactions): JsonRpcMethods {
  const { rpc } = chain;
  const methods: JsonRpcMethods = {
    web3_clientVersion: async () => 'TRON/v4.8.0/local',
    eth_gasPrice: async () => numberToHex(100),
    eth_estimateGas: async ([call]) => rpc('eth_estimateGas', call),

    async eth_getBlockByNumber([tag, full]) {
      const block = await rpc<EvmFields | null>(
        'eth_getBlockByNumber',
        await blockTag(tag, chain),
        full === true,
      );
      return block && showBlock(block, transactions);
    },
    async eth_getBlockByHash([hash, full]) {
      const found = await findBlock(rpc, String(hash).slice(2));
      if (!found) return null;
      const block = await rpc<EvmFields>('eth_getBlockByNumber', found.number, full === true);
      return showBlock(block, transactions);
    },

    async eth_getLogs([filter]) {
      const query = await readLogFilter(filter, {
        head: await chain.headNumber(),
        finalNumber: () => chain.finalNumber(),
        numberOf: async (hash) => (await findBlock(rpc, hash.slice(2)))?.number ?? null,
      });
      if (!query) return [];
      const logs = await rpc<EvmFields[]>('eth_getLogs', query);
      if (logs.length > MAX_LOGS)
        throw new RpcError(TOO_MANY_RESULTS, `query returned more than ${MAX_LOGS} results`);
      return logs.map((log) => showLog(log, transactions));
    },

    async eth_getTransactionByHash([hash]) {
      const found = await rpc<EvmFields | null>('eth_getTransactionByHash', evmHash(hash, transactions));
      return found && showTransaction(found, transactions);
    },
    async eth_getTransactionReceipt([hash]) {
      const found = await rpc<EvmFields | null>('eth_getTransactionReceipt', evmHash(hash, transactions));
      return found && showReceipt(found, transactions);
    },
  };

  for (const name of ['eth_chainId', 'net_version', 'eth_blockNumber']) {
    methods[name] = async () => rpc(name);
  }
  for (const name of ['eth_call', 'eth_getBalance', 'eth_getCode']) {
    methods[name] = async ([subject, tag]) => {
      refuseOtherThanLatest(tag);
      return rpc(name, subject, 'latest').catch(throwAsJavaTron);
    };
  }
  methods['eth_getStorageAt'] = async ([address, slot, tag]) => {
    refuseOtherThanLatest(tag);
    return rpc('eth_getStorageAt', address, slot, 'latest');
  };
  return methods;
}

async function blockTag(tag: unknown, chain: LocalChain): Promise<unknown> {
  if (tag === 'pending' || tag === 'safe') throw new RpcError(INVALID_PARAMS, `TAG ${tag} not supported`);
  if (tag !== 'finalized') return tag;
  const block = await readBlock(chain.rpc, await chain.finalNumber());
  return block?.number;
}

function refuseOtherThanLatest(tag: unknown): void {
  if (tag === undefined || tag === 'latest') return;
  const isNumber = typeof tag === 'string' && tag.startsWith('0x');
  const reason = isNumber
    ? 'QUANTITY not supported, just support TAG as latest'
    : `TAG ${JSON.stringify(tag)} not supported`;
  throw new RpcError(INVALID_PARAMS, reason);
}

function throwAsJavaTron(error: unknown): never {
  if (error instanceof RpcError) throw new RpcError(-32000, 'REVERT opcode executed', error.data ?? '{}');
  throw error;
}

function evmHash(hash: unknown, transactions: TronTransactions): unknown {
  return transactions.byTxId(String(hash).slice(2).toLowerCase())?.evmHash ?? hash;
}

const LOG_FILTER_INVALID_PARAMS = -32602;

const MAX_BLOCK_RANGE = 5_000;

type Filter = {
  fromBlock?: string;
  toBlock?: string;
  blockHash?: Hex;
  address?: Hex | Hex[];
  topics?: unknown[];
};

type Heights = {
  head: number;
  finalNumber(): Promise<number>;
  numberOf(blockHash: Hex): Promise<Hex | null>;
};

/**
 * Parses a filter of `eth_getLogs` with java-tron's limits: the range is cut at the head and has at most 5,000 blocks.
 * Null for a range beyond the head, which is an error on Ethereum's nodes but not on TRON's.
 */
async function readLogFilter(input: unknown, heights: Heights) {
  const { fromBlock, toBlock, blockHash, ...rest } = (input ?? {}) as Filter;
  for (const address of [rest.address ?? []].flat()) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address))
      throw new RpcError(LOG_FILTER_INVALID_PARAMS, `invalid address: ${address}`);
  }
  if (blockHash) {
    const number = await heights.numberOf(blockHash);
    return number && { ...rest, fromBlock: number, toBlock: number };
  }
  const from = await heightOf(fromBlock, heights.head, heights);
  const to = await heightOf(toBlock, Number.POSITIVE_INFINITY, heights);
  if (from > to) throw new RpcError(LOG_FILTER_INVALID_PARAMS, 'please verify: fromBlock <= toBlock');
  const end = Math.min(to, heights.head);
  if (end - from > MAX_BLOCK_RANGE) {
    throw new RpcError(LOG_FILTER_INVALID_PARAMS, `exceed max block range: ${MAX_BLOCK_RANGE}`);
  }
  return from > end ? null : { ...rest, fromBlock: numberToHex(from), toBlock: numberToHex(end) };
}

async function heightOf(tag: string | undefined, latest: number, heights: Heights): Promise<number> {
  if (tag === undefined || tag === 'latest') return latest;
  if (tag === 'earliest') return 0;
  if (tag === 'finalized') return heights.finalNumber();
  if (!/^0x[0-9a-fA-F]+$/.test(tag))
    throw new RpcError(LOG_FILTER_INVALID_PARAMS, `TAG ${tag} not supported`);
  return Number(tag);
}

/** An object of the EVM node's JSON-RPC; only the fields that differ on TRON are changed. */
type EvmFields = Record<string, unknown>;

const ZEROS: Hex = `0x${'0'.repeat(64)}`;

const EMPTY_BLOOM: Hex = `0x${'0'.repeat(512)}`;

function showBlock(block: EvmFields, transactions: TronTransactions): EvmFields {
  const number = Number(block['number']);
  const inside = block['transactions'] as (Hex | EvmFields)[];
  return {
    ...block,
    hash: `0x${blockId(number, block['hash'] as Hex)}`,
    parentHash: number === 0 ? ZEROS : `0x${blockId(number - 1, block['parentHash'] as Hex)}`,
    transactions: inside.map((one) => {
      return typeof one === 'string' ? transactions.tronHash(one) : showTransaction(one, transactions);
    }),
    baseFeePerGas: '0x0',
    stateRoot: '0x',
    logsBloom: EMPTY_BLOOM,
    receiptsRoot: ZEROS,
    sha3Uncles: ZEROS,
    nonce: '0x0000000000000000',
  };
}

function showLog(log: EvmFields, transactions: TronTransactions): EvmFields {
  return {
    ...log,
    ...blockHashOf(log),
    transactionHash: transactions.tronHash(log['transactionHash'] as Hex),
  };
}

function showReceipt(receipt: EvmFields, transactions: TronTransactions): EvmFields {
  return {
    ...showLog(receipt, transactions),
    type: '0x0',
    logsBloom: EMPTY_BLOOM,
    logs: (receipt['logs'] as EvmFields[]).map((log) => showLog(log, transactions)),
  };
}

/** java-tron answers a pending transaction with empty numbers, which `BigInt` does not accept. */
function showTransaction(transaction: EvmFields, transactions: TronTransactions): EvmFields {
  const shown = { ...transaction, hash: transactions.tronHash(transaction['hash'] as Hex), type: '0x0' };
  if (transaction['blockNumber'] !== null) return { ...shown, ...blockHashOf(transaction) };
  return { ...shown, blockHash: '0x', blockNumber: '0x', transactionIndex: '0x', gasPrice: '0x' };
}

function blockHashOf(fields: EvmFields) {
  return { blockHash: `0x${blockId(Number(fields['blockNumber']), fields['blockHash'] as Hex)}` };
}
