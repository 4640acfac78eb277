import * as z from 'zod/mini';
import { Reason } from '../approvals.ts';
import { Finding } from '../findings/findings.ts';
import { tableFile, tableFormat, endpoints } from '../wire/endpoint.ts';
import { Id, Network, page, pageQuery, sortQuery, Time, wholeListQuery } from '../wire/values.ts';

/**
 * `stalled`: too few nodes answer. `disagreeing`: their answers differ, which may pass. `halted`: enough nodes
 * contradict a recorded final block, so a person must decide.
 */
const FOLLOWER_STATES = ['following', 'stalled', 'disagreeing', 'halted'] as const;
export const FollowerState = z.enum(FOLLOWER_STATES);

/** A network that can receive payments, and the state of its follower. */
export const Chain = z.object({
  type: Network,
  chain_id: z.int(),
  state: FollowerState,
  /** Null if it does not run. */
  state_since: z.nullable(Time),
  /** Why scanning has stopped or is limited; empty if all is well. */
  reasons: z.array(Finding),
  /** Problems of single nodes, reported even if the other nodes are enough. */
  nodes: z.array(z.object({ name: z.string(), problem: Finding, since: Time })),
  head: z.nullable(z.int()),
  final: z.nullable(z.int()),
  /** The last block read. */
  read_to: z.nullable(z.int()),
  lag_blocks: z.nullable(z.int()),
  /** Deposits not found again after their blocks were in doubt, still awaiting a decision. */
  lost_deposits: z.int(),
});
export type Chain = z.infer<typeof Chain>;

/** `harmless`: anyone can cause these at will, so they need no review. */
export const QUARANTINE_STATES = ['open', 'reviewed', 'harmless'] as const;
const QuarantineState = z.enum(QUARANTINE_STATES);

/** A log of our token to one of our wallets that breaks a rule: kept for review, never credited. */
export const QuarantinedLog = z.object({
  id: Id,
  type: Network,
  chain_id: z.int(),
  tx_hash: z.string(),
  tx_url: z.nullable(z.string()),
  /** Position of the log among its transaction's logs; -1 for all of them, if the receipt cannot be read. */
  ordinal: z.int(),
  block_number: z.int(),
  /** The rule it breaks. */
  reason: Finding,
  state: QuarantineState,
  recorded_at: Time,
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(Time),
  /** The reviewer's note. */
  review: z.nullable(z.string()),
});
export type QuarantinedLog = z.infer<typeof QuarantinedLog>;

const logFilter = { type: z.optional(Network), state: z.optional(QuarantineState) };

export const chainsEndpoints = endpoints({
  listChains: {
    summary: 'Networks that accept payments, and the state of deposit scanning',
    query: z.object(wholeListQuery),
    data: page(Chain),
  },
  resumeChain: {
    freshCode: true,
    perMinute: 10,
    summary:
      'Resume scanning a halted network from the last block that its nodes and the shop agree on; recorded deposits stay',
    body: z.object({ type: Network, reason: Reason }),
    data: z.object({
      /** Scanning resumes at the block after this one. */
      agreed_block: z.int(),
      /** The last block read before. */
      read_to: z.int(),
      /** Number of deposits recorded above the agreed block, to be compared with the chain. */
      deposits_above: z.int(),
    }),
  },
  listQuarantinedLogs: {
    summary: 'Quarantined logs, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listQuarantinedLogs'), ...logFilter }),
    data: page(QuarantinedLog),
  },
  exportQuarantinedLogs: {
    summary: 'Quarantined logs as a CSV or XLSX file, newest first',
    query: z.object({ ...logFilter, ...tableFormat }),
    ...tableFile,
  },
  reviewQuarantinedLog: {
    summary: 'Save a note on a quarantined log; the alarm ends when every log has one',
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    data: QuarantinedLog,
  },
});
