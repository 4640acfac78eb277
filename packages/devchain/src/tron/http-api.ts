import { bytesToHex, type Hex, hexToBytes, numberToHex } from 'viem';
import type { LocalChain } from '../node/local-chain.ts';
import { type EvmBlock, findBlock, presentBlock, readBlock } from './blocks.ts';
import { broadcast, type SignedTransaction } from './broadcast.ts';
import { buildCall, type CallRequest, runCall } from './call-contract.ts';
import { SUN_PER_ENERGY } from './energy.ts';
import { parseTransaction } from './parse-transaction.ts';
import { bytesOf, readProtobuf } from '@portside/chain/tron/read-protobuf';
import { transactionInfo } from './transaction-info.ts';
import type { StoredTransaction, TronTransactions } from './transactions.ts';
import { readAddress, tronHex } from './tron-words.ts';

/** The parameters of all methods, from the body or the query string. Each method reads its own. */
export type HttpQuery = CallRequest &
  Partial<SignedTransaction> & {
    id_or_num?: string | number;
    detail?: boolean;
    num?: number | string;
    value?: string;
    address?: string;
    transaction?: string;
  };
/** Methods of `/wallet/*` and, with `solid`, of `/walletsolidity/*`. */
type HttpApi = Record<string, (query: HttpQuery, solid: boolean) => Promise<unknown>>;

/** The part of java-tron's HTTP API that wallets, TronWeb and the shop use. */
export function createHttpApi(chain: LocalChain, transactions: TronTransactions): HttpApi {
  const { rpc } = chain;

  const show = (block: EvmBlock | null, detail: boolean) => {
    if (!block) return {};
    const own = detail ? block.transactions.flatMap((hash) => storedOf(hash, transactions) ?? []) : [];
    return { ...presentBlock(block), ...(own.length > 0 && { transactions: own.map(showTransaction) }) };
  };
  const newest = async (solid: boolean) => readBlock(rpc, solid ? await chain.finalNumber() : 'latest');

  return {
    async getblock({ id_or_num: wanted = '', detail }, solid) {
      const name = String(wanted);
      if (name === '') return show(await newest(solid), detail === true);
      const block = /^\d+$/.test(name) ? readBlock(rpc, Number(name)) : findBlock(rpc, name);
      return show(await block, detail === true);
    },
    getnowblock: async (_query, solid) => show(await newest(solid), true),
    getblockbynum: async ({ num }) => show(await readBlock(rpc, Number(num)), true),
    getblockbyid: async ({ value = '' }) => show(await findBlock(rpc, value), true),

    triggersmartcontract: async (query) => buildCall(query, rpc),
    triggerconstantcontract: async (query, solid) =>
      runCall(query, rpc, solid ? numberToHex(await chain.finalNumber()) : 'latest'),
    async estimateenergy(query) {
      const { result, energy_used } = await runCall(query, rpc);
      return { result, energy_required: energy_used };
    },

    async broadcasttransaction({ raw_data_hex = '', signature = [], ...rest }) {
      return broadcast({ ...rest, raw_data_hex, signature }, chain, transactions);
    },
    async broadcasthex({ transaction = '' }) {
      const message = readProtobuf(hexToBytes(`0x${transaction}`));
      const signatures = (message.get(2) ?? []).filter((field) => field instanceof Uint8Array);
      const signed = {
        raw_data_hex: bytesToHex(bytesOf(message, 1)).slice(2),
        signature: signatures.map((signature) => bytesToHex(signature).slice(2)),
      };
      return broadcast(signed, chain, transactions);
    },

    gettransactioninfobyid: async ({ value = '' }, solid) => {
      return (await transactionInfo(value, solid, chain, transactions)) ?? {};
    },
    async gettransactionbyid({ value = '' }, solid) {
      const stored = transactions.byTxId(value);
      if (!stored) return {};
      const info = await transactionInfo(stored.txID, solid, chain, transactions);
      if (solid && !info) return {};
      return { ...showTransaction(stored), ret: [{ contractRet: info?.receipt.result ?? 'SUCCESS' }] };
    },

    async getaccount({ address }) {
      const owner = readAddress(address);
      const balance = Number(await rpc<Hex>('eth_getBalance', owner, 'latest'));
      return balance > 0 ? { address: tronHex(owner), balance } : {};
    },
    getaccountresource: async () => ({ freeNetLimit: 600, TotalEnergyLimit: 180_000_000_000 }),
    async getcontract({ value = '' }) {
      const address = readAddress(value);
      const code = await rpc<Hex>('eth_getCode', address, 'latest');
      return code === '0x' ? {} : { contract_address: tronHex(address), bytecode: code.slice(2) };
    },
    getchainparameters: async () => ({
      chainParameter: [
        { key: 'getEnergyFee', value: Number(SUN_PER_ENERGY) },
        { key: 'getTransactionFee', value: 1_000 },
      ],
    }),
  };
}

function storedOf(evmHash: Hex, transactions: TronTransactions): StoredTransaction | undefined {
  return transactions.byTxId(transactions.tronHash(evmHash).slice(2));
}

function showTransaction({ txID, rawDataHex, signatures }: StoredTransaction) {
  const { rawData } = parseTransaction(rawDataHex);
  return { txID, raw_data: rawData, raw_data_hex: rawDataHex, signature: signatures, visible: false };
}
