import { lookAtNodes } from './look-at-nodes.ts';
import { asksForTooMuch, NodeError } from './node-error.ts';
import { PendingMemory } from './pending-memory.ts';
import { planScan, type ScanPlan, type Seen } from './plan-scan.ts';
import { RangeTooFull, type RangeReading, readRange } from './read-range.ts';
import type { ChainNode, Cursor, PendingView, ScanOutcome, Watch } from './types.ts';

/**
 * Reads the next stretch of final blocks after the cursor and what is still on its way above it. Each chosen
 * node is asked everything by itself, so the head of one never meets the logs of another, and their stories
 * must be equal to the last field. Decides nothing unless all of that holds; never throws for a node's fault.
 * With the same `memory` the next scan asks less about what is still on its way.
 */
export async function scan(
  nodes: readonly ChainNode[],
  watch: Watch,
  cursor: Cursor,
  memory = new PendingMemory(),
): Promise<ScanOutcome> {
  if (watch.treasuries.length === 0) throw new Error('There is no treasury to watch');
  if (watch.quorum < 1) throw new Error('A scan needs a quorum of at least one node');
  for (let seen = await lookAtNodes(nodes, cursor); ;) {
    const plan = planScan(seen, watch, cursor);
    if (plan.kind === 'stalled' || plan.kind === 'halted') return plan;
    if (plan.kind === 'idle') {
      const { head, final } = plan;
      return { kind: 'idle', head, final, ...(await readPending(plan.nodes, watch, plan, memory)) };
    }
    try {
      return await scanRange(plan, watch, memory);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      seen = passOver(seen, error);
    }
  }
}

/** A node may tell its head and fail at logs: the others may still be enough. */
function passOver(seen: readonly Seen<ChainNode>[], { node: failed, message }: NodeError): Seen<ChainNode>[] {
  if (!seen.some(({ name }) => name === failed)) throw new Error(`No node is called ${failed}`);
  return seen.map((one) => (one.name === failed ? { node: one.node, name: failed, problem: message } : one));
}

async function scanRange(plan: RangePlan, watch: Watch, memory: PendingMemory): Promise<ScanOutcome> {
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
    ...(caughtUp ? await readPending(nodes, watch, plan, memory) : waiting),
  };
}

type RangePlan = Extract<ScanPlan<ChainNode>, { kind: 'range' }>;
type Halted = Extract<ScanOutcome, { kind: 'halted' }>;

/** The same range from every node, halved until they all answer it. */
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
      if (!canBeShorter(error) || to === from) throw error;
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
): RangeReading | Halted {
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
  [node]: readonly ChainNode[],
  watch: Watch,
  { head, final }: { head: number; final: number },
  memory: PendingMemory,
): Promise<PendingView> {
  if (!node || head === final) return { pending: [], pendingProblem: null };
  if (head - final > watch.maxRange)
    return { pending: [], pendingProblem: `${head - final} blocks are not final` };
  try {
    const { transfers } = await readRange(memory.recall(node), watch, final + 1, head);
    return { pending: transfers, pendingProblem: null };
  } catch (error) {
    if (error instanceof NodeError || error instanceof RangeTooFull) {
      return { pending: [], pendingProblem: error.message };
    }
    throw error;
  }
}
