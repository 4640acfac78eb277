import { bytesToHex, type Hex, hexToBytes, numberToHex, toFunctionSelector, zeroAddress } from 'viem';
import type { LocalChain } from '../node/local-chain.ts';
import { type EvmBlock, findBlock, presentBlock, readBlock } from './blocks.ts';
import { broadcast, type SignedTransaction } from './broadcast.ts';
import {
  SUN_PER_ENERGY,
  type StoredTransaction,
  type TronTransactions,
  readAddress,
  tronHex,
  intrinsicGas,
  messageHex,
} from './transactions.ts';
import { parseTransaction } from './parse-transaction.ts';
import { bytesOf, readProtobuf } from '@portside/chain/tron/protobuf';
import { buildTriggerTransaction } from '@portside/chain/tron/transaction';
import { type Rpc, RpcError } from '../node/rpc.ts';

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

type EvmReceipt = {
  blockNumber: Hex;
  status: Hex;
  gasUsed: Hex;
  contractAddress: Hex | null;
  logs: { address: Hex; topics: Hex[]; data: Hex }[];
};

/** The answer of `gettransactioninfobyid`; null while the transaction is not in a block, or not in a solid one. */
async function transactionInfo(
  txID: string,
  onlySolid: boolean,
  chain: LocalChain,
  transactions: TronTransactions,
) {
  const stored = transactions.byTxId(txID);
  const receipt = stored && (await chain.rpc<EvmReceipt | null>('eth_getTransactionReceipt', stored.evmHash));
  if (!receipt) return null;
  const blockNumber = Number(receipt.blockNumber);
  if (onlySolid && blockNumber > (await chain.finalNumber())) return null;

  const { kind, to, data, feeLimitSun } = parseTransaction(stored.rawDataHex);
  const isCall = kind !== 'TransferContract';
  const energy = isCall ? BigInt(receipt.gasUsed) - intrinsicGas(data, to === null) : 0n;
  const contract = to ?? receipt.contractAddress;
  const succeeded = receipt.status === '0x1';
  const failure = energy >= feeLimitSun / SUN_PER_ENERGY ? 'OUT_OF_ENERGY' : 'REVERT';
  const block = await readBlock(chain.rpc, blockNumber);
  return {
    id: txID,
    fee: Number(energy * SUN_PER_ENERGY),
    blockNumber,
    blockTimeStamp: Number(block?.timestamp) * 1_000,
    contractResult: [''],
    ...(isCall && contract && { contract_address: tronHex(contract) }),
    receipt: {
      net_usage: stored.rawDataHex.length / 2,
      ...(isCall && { energy_usage_total: Number(energy) }),
      ...(isCall && { result: succeeded ? 'SUCCESS' : failure }),
    },
    ...(!succeeded && { result: 'FAILED', resMessage: messageHex(`${failure} opcode executed`) }),
    ...(receipt.logs.length > 0 && {
      log: receipt.logs.map((log) => ({
        address: log.address.slice(2),
        topics: log.topics.map((topic) => topic.slice(2)),
        data: log.data.slice(2),
      })),
    }),
  };
}

/** A contract call of the HTTP API: a function signature with arguments, or encoded data. Hex without 0x. */
type CallRequest = {
  owner_address?: string;
  contract_address?: string;
  function_selector?: string;
  parameter?: string;
  data?: string;
  call_value?: number;
  fee_limit?: number;
};

/** `triggersmartcontract`: builds an unsigned transaction. */
async function buildCall(request: CallRequest, rpc: Rpc) {
  const contract = readAddress(request.contract_address);
  if ((await rpc('eth_getCode', contract, 'latest')) === '0x') {
    const message = messageHex('Contract validate error : No contract or not a valid smart contract');
    return { result: { code: 'CONTRACT_VALIDATE_ERROR', message } };
  }
  const head = await readBlock(rpc, 'latest');
  if (!head) throw new Error('the chain has no block');
  const transaction = buildTriggerTransaction({
    owner: readAddress(request.owner_address),
    contract,
    data: dataOf(request),
    feeLimitSun: request.fee_limit ?? 0,
    callValueSun: request.call_value ?? 0,
    block: presentBlock(head),
  });
  return { result: { result: true }, transaction };
}

/** `triggerconstantcontract`: simulates the call without changing state. */
async function runCall(request: CallRequest, rpc: Rpc, block = 'latest') {
  const data = dataOf(request);
  const call = {
    from: request.owner_address ? readAddress(request.owner_address) : zeroAddress,
    // Without a contract, java-tron tries the deployment of `data`.
    ...(request.contract_address && { to: readAddress(request.contract_address) }),
    data,
    value: numberToHex(request.call_value ?? 0),
  };
  try {
    const answer = await rpc<Hex>('eth_call', call, block);
    const gas = BigInt(await rpc<Hex>('eth_estimateGas', call, block));
    return {
      result: { result: true },
      energy_used: Number(gas - intrinsicGas(data, !request.contract_address)),
      constant_result: [answer.slice(2)],
      transaction: { ret: [{}], visible: false },
    };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const reason = typeof error.data === 'string' ? error.data.slice(2) : '';
    return {
      result: { result: true, message: messageHex('REVERT opcode executed') },
      energy_used: 0,
      constant_result: [reason],
      transaction: { ret: [{ ret: 'FAILED' }], visible: false },
    };
  }
}

function dataOf({ data, function_selector: signature, parameter = '' }: CallRequest): Hex {
  if (data) return `0x${data.replace(/^0x/, '')}`;
  return signature ? `${toFunctionSelector(signature)}${parameter}` : '0x';
}
