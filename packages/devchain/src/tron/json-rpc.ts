import { numberToHex } from 'viem';
import type { JsonRpcMethods } from '../json-rpc-server.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { RpcError } from '../node/rpc.ts';
import { findBlock, readBlock } from './blocks.ts';
import { readLogFilter } from './log-filter.ts';
import { type EvmFields, showBlock, showLog, showReceipt, showTransaction } from './show-evm.ts';
import type { TronTransactions } from './transactions.ts';

const INVALID_PARAMS = -32602;
const TOO_MANY_RESULTS = -32005;
const MAX_LOGS = 10_000;

/** java-tron's JSON-RPC with its limits and error answers. It has neither nonces nor broadcasting. */
export function createTronJsonRpc(chain: LocalChain, transactions: TronTransactions): JsonRpcMethods {
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
