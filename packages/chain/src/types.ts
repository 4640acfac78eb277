import type { Hex } from 'viem';
import type { Network } from './networks/registry.ts';

/** A JSON-RPC endpoint with a unique name. Requests throw only `NodeError` with that name. */
export type ChainNode = {
  readonly name: string;
  request(method: string, params: readonly unknown[]): Promise<unknown>;
};

/** What a follower watches. Addresses are 20-byte lower-case hex on every network. */
export type Watch = {
  network: Network;
  chainId: number;
  token: Hex;
  /** The token's, from the network's record. */
  decimals: number;
  /** Active and retired: late payments to a retired wallet still count. Never empty, unless there are `addresses`. */
  treasuries: readonly Hex[];
  checkouts: readonly Hex[];
  /** Buyers' deposit addresses to read as well; if many, a part at a time. */
  addresses?: readonly Hex[];
  /** Reads nothing above this block; absent: up to the final one. */
  upTo?: number;
  /** Most blocks of one scan. */
  maxRange: number;
  /** How many nodes must give identical results: 2 in production, 1 in the sandbox. */
  quorum: number;
  /** Set if nobody waits for a payment: transfers above the final block are not requested. */
  skipsPending?: boolean;
};

/** What is wrong with one node; the others continue without it. */
export type NodeProblem = { name: string; problem: NodeFinding };

/** The last block whose transfers are recorded; `time` in unix seconds. */
export type Cursor = { number: number; hash: Hex; time: number };

/** A transfer received. Identified by `txHash` and `ordinal`, the position of the log among its transaction's logs. */
export type ChainTransfer = {
  txHash: Hex;
  ordinal: number;
  blockNumber: number;
  blockHash: Hex;
  /** Unix seconds. */
  blockTime: number;
  from: Hex;
  to: Hex;
  /** In the token's own units; never zero. */
  amountUnits: bigint;
  /** Rounded down; zero for dust of a token with more than six decimals. */
  amountMicro: bigint;
  /** The order that a checkout contract's event names for it, if any. */
  orderRef: Hex | null;
};

/**
 * A log of our token to our wallet that breaks a rule: reviewed by a person, never credited. `ordinal` is below
 * zero if the transaction's receipt cannot be read.
 */
export type Quarantined = { txHash: Hex; ordinal: number; blockNumber: number; reason: LogFinding };

/** Transfers above the final block: displayed, never credited. `pendingProblem` says why they could not be read. */
export type PendingView = { pending: ChainTransfer[]; pendingProblem: ScanFinding | null };

/** `problems`: what is wrong with single nodes, reported even if the others were enough. */
export type ScanOutcome = { problems?: readonly NodeProblem[] } & (
  | ({
      kind: 'scanned';
      head: number;
      final: number;
      /** The new end: everything up to and including it has been read. */
      cursor: Cursor;
      transfers: ChainTransfer[];
      quarantined: Quarantined[];
      caughtUp: boolean;
    } & PendingView)
  | ({ kind: 'idle'; head: number; final: number } & PendingView)
  /** Too few usable nodes: nothing was read, retry later. */
  | { kind: 'stalled'; reasons: readonly ScanFinding[] }
  /** Nodes answer, but too few alike: nothing was read, retry later. */
  | { kind: 'disagreeing'; reasons: readonly ScanFinding[] }
  /** Finality was violated: enough nodes know another block than the one recorded. Needs a person's decision. */
  | { kind: 'halted'; reasons: readonly ScanFinding[] }
);

/** A finding as a code with named facts; it becomes a sentence in the reader's language where it is shown. */
type Found<Code extends string, Facts extends Readonly<Record<string, string | number>> = {}> = {
  readonly code: Code;
  readonly facts: Facts;
};

type OfNode = { readonly node: string };

type OfCall = OfNode & { readonly method: string };

/** What is wrong with one node. `answer` is a technical text, mostly the node's own. */
export type NodeFinding =
  | Found<'nodeUnreachable' | 'nodeLimited' | 'nodeRefused' | 'nodeWrong', OfCall & { answer: string }>
  | Found<'nodeTimedOut', OfCall>
  | Found<'nodeSlow', OfNode>
  | Found<'nodeOtherChain', OfNode & { found: number; expected: number }>
  | Found<'nodeFinalAboveHead', OfNode & { final: number; head: number }>
  | Found<'nodeBehind', OfNode & { final: number; read: number }>
  | Found<'nodeWithoutBlock' | 'nodeOtherBlock', OfNode & { block: number }>
  | Found<'nodeDissents', OfNode & { from: number; to: number }>;

/** Why a chain was not read, or not to its newest block. */
export type ScanFinding =
  | NodeFinding
  | Found<'nodesTooFew', { needed: number; set: number }>
  | Found<'nodesDisagreeOnBlock', { nodes: string; block: number; from: number; to: number }>
  | Found<'nodesDisagreeOnTransfers', { nodes: string; from: number; to: number }>
  | Found<'startUnknown' | 'blacklistUnknown' | 'olderBlocksFirst' | 'rangeTooLarge'>
  | Found<'blocksNotFinal', { count: number }>;

/** The rule that a log breaks. */
export type LogFinding =
  | Found<'logZero' | 'logOwn' | 'logFailed' | 'logTopics' | 'logAddress' | 'logAmount' | 'logTooLarge'>
  | Found<'logRecordedOtherwise'>
  | Found<'logToCheckout', { amount: string; from: string }>
  | Found<'logReceiptUnread', { amount: string }>;
