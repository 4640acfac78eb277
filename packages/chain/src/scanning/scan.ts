import { readNodeViews } from '../nodes/read-node-views.ts';
import { isRangeRefused, NodeError } from '../nodes/node-error.ts';
import { PendingCache } from './pending-cache.ts';
import { planScan, type ScanPlan, type NodeReport } from './plan-scan.ts';
import { RangeTooLarge, type RangeReading, readRange } from './read-range.ts';
import type { ChainNode, Cursor, PendingView, ScanOutcome, Watch } from '../types.ts';

/**
 * Reads the next range of final blocks after the cursor, and the pending transfers above it. Every chosen node
 * is read completely on its own and all of their results must be identical; otherwise nothing is returned for
 * recording. Never throws for a node's fault. Pass the same `cache` again to save requests for pending blocks.
 */
export async function scan(
  nodes: readonly ChainNode[],
  watch: Watch,
  cursor: Cursor,
  cache = new PendingCache(),
): Promise<ScanOutcome> {
  if (watch.treasuries.length === 0) throw new Error('There is no treasury to watch');
  if (watch.quorum < 1) throw new Error('A scan needs a quorum of at least one node');
  for (let seen = await readNodeViews(nodes, cursor); ;) {
    const plan = planScan(seen, watch, cursor);
    if (plan.kind === 'stalled' || plan.kind === 'halted') return plan;
    if (plan.kind === 'idle') {
      const { head, final } = plan;
      return { kind: 'idle', head, final, ...(await readPending(plan.nodes, watch, plan, cache)) };
    }
    try {
      return await scanRange(plan, watch, cache);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      seen = excludeNode(seen, error);
    }
  }
}

/** A node may answer its head and fail at logs: the remaining nodes may still be a quorum. */
function excludeNode(
  seen: readonly NodeReport<ChainNode>[],
  { node: failed, message }: NodeError,
): NodeReport<ChainNode>[] {
  if (!seen.some(({ name }) => name === failed)) throw new Error(`No node is called ${failed}`);
  return seen.map((one) => (one.name === failed ? { node: one.node, name: failed, problem: message } : one));
}

async function scanRange(plan: RangePlan, watch: Watch, cache: PendingCache): Promise<ScanOutcome> {
  const { nodes, head, final } = plan;
  const reading = await readAgreedRange(nodes, watch, plan.from, plan.to);
  if ('kind' in reading) return reading;
  const { end, transfers, quarantined } = reading;
  const caughtUp = end.number === final;
  const waiting: PendingView = { pending: [], pendingProblem: 'Older blocks are read first' };
  return {
    kind: 'scanned',
    head,
    final,
    cursor: { number: end.number, hash: end.hash, time: end.timestamp },
    transfers,
    quarantined,
    caughtUp,
    ...(caughtUp ? await readPending(nodes, watch, plan, cache) : waiting),
  };
}

type RangePlan = Extract<ScanPlan<ChainNode>, { kind: 'range' }>;
type Halted = Extract<ScanOutcome, { kind: 'halted' }>;

/** The same range from every node, halved until all of them answer it. */
async function readAgreedRange(
  nodes: readonly ChainNode[],
  watch: Watch,
  from: number,
  end: number,
): Promise<RangeReading | Halted> {
  for (let to = end; ; to = from + Math.floor((to - from) / 2)) {
    try {
      const readings = await Promise.all(nodes.map((node) => readRange(node, watch, from, to)));
      return compare(nodes, readings, from, to);
    } catch (error) {
      if (!isRangeTooLarge(error) || to === from) throw error;
    }
  }
}

function isRangeTooLarge(error: unknown): boolean {
  return error instanceof RangeTooLarge || (error instanceof NodeError && isRangeRefused(error));
}

function compare(
  nodes: readonly ChainNode[],
  readings: readonly RangeReading[],
  from: number,
  to: number,
): RangeReading | Halted {
  const [first, ...others] = readings;
  if (!first) throw new Error('A scan needs a quorum of at least one node');
  const expected = serialize(first);
  if (others.every((reading) => serialize(reading) === expected)) return first;
  const names = nodes.map(({ name }) => name).join(' and ');
  const what = readings.some(({ end }) => end.hash !== first.end.hash) ? `block ${to}` : 'the transfers';
  return {
    kind: 'halted',
    reason: `Nodes ${names} disagree on ${what} of the final blocks ${from} to ${to}`,
  };
}

function serialize(reading: RangeReading): string {
  return JSON.stringify(reading, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** For display only, so one node is enough; a failure here never delays final blocks. */
async function readPending(
  [node]: readonly ChainNode[],
  watch: Watch,
  { head, final }: { head: number; final: number },
  cache: PendingCache,
): Promise<PendingView> {
  if (!node || head === final) return { pending: [], pendingProblem: null };
  if (head - final > watch.maxRange)
    return { pending: [], pendingProblem: `${head - final} blocks are not final` };
  try {
    const { transfers } = await readRange(cache.wrap(node), watch, final + 1, head);
    return { pending: transfers, pendingProblem: null };
  } catch (error) {
    if (error instanceof NodeError || error instanceof RangeTooLarge) {
      return { pending: [], pendingProblem: error.message };
    }
    throw error;
  }
}
