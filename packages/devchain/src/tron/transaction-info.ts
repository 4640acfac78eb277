import type { Hex } from 'viem';
import type { LocalChain } from '../node/local-chain.ts';
import { readBlock } from './blocks.ts';
import { intrinsicGas, SUN_PER_ENERGY } from './energy.ts';
import { parseTransaction } from './parse-transaction.ts';
import type { TronTransactions } from './transactions.ts';
import { messageHex, tronHex } from './tron-words.ts';

type EvmReceipt = {
  blockNumber: Hex;
  status: Hex;
  gasUsed: Hex;
  contractAddress: Hex | null;
  logs: { address: Hex; topics: Hex[]; data: Hex }[];
};

/** The answer of `gettransactioninfobyid`; null while the transaction is not in a block, or not in a solid one. */
export async function transactionInfo(
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
