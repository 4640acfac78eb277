import type { Hex } from 'viem';

/** As nodes write them in JSON. */
export type WireLog = {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: Hex;
  removed: boolean;
};
export type WireReceipt = {
  transactionHash: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  status: Hex;
  logs: WireLog[];
};
export type WireBlock = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex };
export type WireFilter = {
  fromBlock: string;
  toBlock: string;
  address: string;
  topics: (string | string[] | null)[];
};
