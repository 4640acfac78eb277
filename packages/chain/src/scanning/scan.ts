import type {
  NodeFinding,
  ScanFinding,
  ChainNode,
  Cursor,
  NodeProblem,
  PendingView,
  ScanOutcome,
  Watch,
} from '../types.ts';
import { agree, type Agreement } from '../nodes/agree.ts';
import { readNodeViews } from '../nodes/read-node-views.ts';
import { NodeError, findingOf } from '../nodes/node-error.ts';
import { planScan, type NodeReport, type ScanPlan, type UsableNode } from './plan-scan.ts';
import { RangeTooLarge, type RangeReading, readRange, readableLength } from './read-range.ts';
import { ScanMemory } from './scan-memory.ts';

/**
 * Reads the next range of final blocks after the cursor, and the pending transfers above it. Every node is read
 * independently; only what some `quorum` of them found alike is returned for recording. Never throws for a node's
 * fault. Pass the same `memory` each time to send fewer requests.
 */
export async function scan(
  nodes: readonly ChainNode[],
  watch: Watch,
  cursor: Cursor,
  memory = new ScanMemory(),
): Promise<ScanOutcome> {
  if (watch.treasuries.length === 0 && !watch.addresses?.length)
    throw new Error('There is no treasury to watch');
  if (watch.quorum < 1) throw new Error('A scan needs a quorum of at least one node');
  const views = await readNodeViews(nodes, cursor, {
    quorum: watch.quorum,
    known: { chainId: watch.chainId, memory },
  });
  const outcome = await scanWith(views.first, watch, cursor, memory);
  if (views.isComplete || outcome.kind === 'scanned' || outcome.kind === 'idle') return outcome;
  // Without the slower nodes there is no decision.
  return scanWith(await views.all, watch, cursor, memory);
}

async function scanWith(
  seen: readonly NodeReport<ChainNode>[],
  watch: Watch,
  cursor: Cursor,
  memory: ScanMemory,
): Promise<ScanOutcome> {
  const plan = planScan(seen, watch, cursor);
  if (plan.kind === 'range') return scanRange(plan, watch, memory);
  if (plan.kind !== 'idle') return plan;
  const { usable, head, final, problems } = plan;
  return { kind: 'idle', head, final, problems, ...(await readPending(usable, watch, plan, memory)) };
}

const NOTHING_PENDING: PendingView = { pending: [], pendingProblem: null };

type RangePlan = Extract<ScanPlan<ChainNode>, { kind: 'range' }>;

async function scanRange(plan: RangePlan, watch: Watch, memory: ScanMemory): Promise<ScanOutcome> {
  const { usable, head, final, from } = plan;
  const disagreements: ScanFinding[] = [];
  const found = new Map<string, NodeFinding>();
  const last = Math.min(final, watch.upTo ?? final);
  if (last < from) return { kind: 'idle', head, final, problems: plan.problems, ...NOTHING_PENDING };
  for (const end of new Set(plan.finals.map((one) => Math.min(one, last)))) {
    const attempt = await readAgreed(
      usable.filter(({ view }) => view.final >= end),
      watch,
      { from, end, memory },
    );
    for (const failure of attempt.failures) found.set(failure.node, findingOf(failure));
    if (attempt.agreed === null) {
      if (attempt.disagreement !== null) disagreements.push(attempt.disagreement);
      continue;
    }
    for (const node of attempt.dissenters)
      found.set(node, { code: 'nodeDissents', facts: { node, from, to: attempt.to } });
    const reading = attempt.agreed.value;
    const caughtUp = reading.end.number === last;
    const agreeing = usable.filter(({ node }) =>
      attempt.agreed!.nodes.some(({ name }) => name === node.name),
    );
    const waiting: PendingView = { pending: [], pendingProblem: { code: 'olderBlocksFirst', facts: {} } };
    return {
      kind: 'scanned',
      head,
      final,
      cursor: { number: reading.end.number, hash: reading.end.hash, time: reading.end.timestamp },
      transfers: reading.transfers,
      quarantined: reading.quarantined,
      caughtUp,
      problems: withFound(plan.problems, found),
      ...(caughtUp ? await readPending(agreeing, watch, plan, memory) : waiting),
    };
  }
  const problems = withFound(plan.problems, found);
  const [disagreement] = disagreements;
  if (disagreement !== undefined) return { kind: 'disagreeing', reasons: [disagreement], problems };
  return { kind: 'stalled', reasons: problems.map(({ problem }) => problem), problems };
}

const withFound = (
  problems: readonly NodeProblem[],
  found: ReadonlyMap<string, NodeFinding>,
): NodeProblem[] => [...problems, ...[...found].map(([name, problem]) => ({ name, problem }))];

/** What a node found in a range, or that it cannot answer so many blocks in one scan. */
type Found = RangeReading | { tooLarge: true };

type Attempt = {
  readonly agreed: { readonly value: RangeReading; readonly nodes: readonly ChainNode[] } | null;
  readonly to: number;
  readonly failures: readonly NodeError[];
  /** Nodes that found something other than those that agree. */
  readonly dissenters: readonly string[];
  readonly disagreement: ScanFinding | null;
};

type Span = { readonly from: number; readonly end: number; readonly memory: ScanMemory };

/** The same range from every node, halved while too few can answer it. */
async function readAgreed(
  usable: readonly UsableNode<ChainNode>[],
  watch: Watch,
  { from, end, memory }: Span,
): Promise<Attempt> {
  const knownOf = new Map(usable.map(({ name, view }) => [name, view.known ?? []]));
  const nodes = usable.map(({ node }) => node);
  // As much as the nodes with the longest ranges answer; others join if they can.
  const lengths = nodes.map((node) => readableLength(memory.limits, node, watch)).toSorted((a, b) => b - a);
  const length = lengths[watch.quorum - 1] ?? 1;
  for (let to = Math.min(end, from + length - 1); ; to = from + Math.floor((to - from) / 2)) {
    const reading = await agree<Found>(nodes, watch.quorum, async (node) => {
      try {
        const { limits, lists, unread } = memory;
        const range = { from, to, limits, lists, unread, known: knownOf.get(node.name) ?? [] };
        return await readRange(node, watch, range);
      } catch (error) {
        if (error instanceof RangeTooLarge) return { tooLarge: true };
        throw error;
      }
    });
    const { agreed, answers, failures } = reading;
    if (agreed && !('tooLarge' in agreed.value)) {
      const { value } = agreed;
      const names = new Set(agreed.nodes.map(({ name }) => name));
      const dissenters = answers
        .filter(({ node, value: told }) => !('tooLarge' in told) && !names.has(node.name))
        .map(({ node }) => node.name);
      return { agreed: { value, nodes: agreed.nodes }, to, failures, dissenters, disagreement: null };
    }
    const isTooLarge = answers.some(({ value }) => 'tooLarge' in value);
    if (isTooLarge && to > from) continue;
    return {
      agreed: null,
      to,
      failures,
      dissenters: [],
      disagreement: describeDisagreement(reading, from, to),
    };
  }
}

/** How the nodes differ; null if fewer than two answered. */
function describeDisagreement({ answers }: Agreement<Found>, from: number, to: number): ScanFinding | null {
  const told = answers.flatMap(({ node, value }) => ('tooLarge' in value ? [] : [{ node, value }]));
  if (told.length < 2) return null;
  const nodes = told.map(({ node }) => node.name).join(', ');
  const isOtherBlock = told.some(({ value }) => value.end.hash !== told[0]!.value.end.hash);
  return isOtherBlock
    ? { code: 'nodesDisagreeOnBlock', facts: { nodes, block: to, from, to } }
    : { code: 'nodesDisagreeOnTransfers', facts: { nodes, from, to } };
}

/** For display only, so one node is enough; a failure here never delays final blocks. */
async function readPending(
  usable: readonly UsableNode<ChainNode>[],
  watch: Watch,
  { head, final }: { head: number; final: number },
  { limits, lists, unread, pending }: ScanMemory,
): Promise<PendingView> {
  if (watch.skipsPending) return NOTHING_PENDING;
  const able = usable.filter(({ view }) => view.head >= head);
  const [one] = able.toSorted(
    (a, b) => readableLength(limits, b.node, watch) - readableLength(limits, a.node, watch),
  );
  if (!one || head === final) return NOTHING_PENDING;
  if (head - final > watch.maxRange)
    return { pending: [], pendingProblem: { code: 'blocksNotFinal', facts: { count: head - final } } };
  try {
    const range = { from: final + 1, to: head, limits, lists, unread, known: one.view.known ?? [] };
    const { transfers } = await readRange(pending.wrap(one.node), watch, range);
    return { pending: transfers, pendingProblem: null };
  } catch (error) {
    if (error instanceof NodeError) return { pending: [], pendingProblem: findingOf(error) };
    if (error instanceof RangeTooLarge)
      return { pending: [], pendingProblem: { code: 'rangeTooLarge', facts: {} } };
    throw error;
  }
}
