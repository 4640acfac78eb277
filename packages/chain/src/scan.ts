import { lookAtNodes } from './look-at-nodes.ts';
import { asksForTooMuch, NodeError } from './node-error.ts';
import { planScan } from './plan-scan.ts';
import { RangeTooFull, type RangeReading, readRange } from './read-range.ts';
import type { ChainNode, Cursor, PendingView, ScanOutcome, Watch } from './types.ts';

/**
 * Reads the next stretch of final blocks after the cursor and what is still on its way above it. Each chosen
 * node is asked everything by itself, so the head of one never meets the logs of another, and their stories
 * must be equal to the last field. Decides nothing unless all of that holds; never throws for a node's fault.
 */
export async function scan(nodes: readonly ChainNode[], watch: Watch, cursor: Cursor): Promise<ScanOutcome> {
  if (watch.treasuries.length === 0) throw new Error('There is no treasury to watch');
  const plan = planScan(await lookAtNodes(nodes, cursor), watch, cursor);
  if (plan.kind === 'stalled' || plan.kind === 'halted') return plan;
  const { head, final } = plan;
  const [primary] = plan.nodes;
  if (!primary) throw new Error('A scan needs a quorum of at least one node');
  if (plan.kind === 'idle')
    return { kind: 'idle', head, final, ...(await readPending(primary, watch, plan)) };

  const readings = await readAgreedRange(plan.nodes, watch, plan.from, plan.to);
  if ('kind' in readings) return readings;
  const { end, transfers, quarantined } = readings;
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
    ...(caughtUp ? await readPending(primary, watch, plan) : waiting),
  };
}

type Undecided = Extract<ScanOutcome, { kind: 'stalled' | 'halted' }>;

/** The same range from every node, halved until they all answer it. */
async function readAgreedRange(
  nodes: readonly ChainNode[],
  watch: Watch,
  from: number,
  end: number,
): Promise<RangeReading | Undecided> {
  for (let to = end; ; to = from + Math.floor((to - from) / 2)) {
    try {
      const readings = await Promise.all(nodes.map((node) => readRange(node, watch, from, to)));
      return compare(nodes, readings, from, to);
    } catch (error) {
      if (canBeShorter(error) && to > from) continue;
      if (error instanceof NodeError) return { kind: 'stalled', reason: error.message };
      throw error;
    }
  }
}

function canBeShorter(error: unknown): boolean {
  return error instanceof RangeTooFull || (error instanceof NodeError && asksForTooMuch(error));
}

function compare(
  nodes: readonly ChainNode[],
  readings: readonly RangeReading[],
  from: number,
  to: number,
): RangeReading | Undecided {
  const [first, ...others] = readings;
  if (!first) throw new Error('A scan needs a quorum of at least one node');
  const story = tell(first);
  if (others.every((reading) => tell(reading) === story)) return first;
  const names = nodes.map(({ name }) => name).join(' and ');
  const what = readings.some(({ end }) => end.hash !== first.end.hash) ? `block ${to}` : 'the transfers';
  return {
    kind: 'halted',
    reason: `Nodes ${names} disagree on ${what} of the final blocks ${from} to ${to}`,
  };
}

function tell(reading: RangeReading): string {
  return JSON.stringify(reading, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** For the eye only: one node's word, and no word at all never holds up what is final. */
async function readPending(
  node: ChainNode,
  watch: Watch,
  { head, final }: { head: number; final: number },
): Promise<PendingView> {
  if (head === final) return { pending: [], pendingProblem: null };
  if (head - final > watch.maxRange)
    return { pending: [], pendingProblem: `${head - final} blocks are not final` };
  try {
    const { transfers } = await readRange(node, watch, final + 1, head);
    return { pending: transfers, pendingProblem: null };
  } catch (error) {
    if (error instanceof NodeError || error instanceof RangeTooFull) {
      return { pending: [], pendingProblem: error.message };
    }
    throw error;
  }
}
