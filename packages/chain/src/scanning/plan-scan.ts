import type { Hex } from 'viem';
import type { Cursor, Watch } from '../types.ts';

/** One node's state at one moment. `cursorHash` is null when it does not have the cursor's block. */
export type NodeView = { chainId: number; head: number; final: number; cursorHash: Hex | null };
/** A node with its view, or with the reason why it could not be read. */
export type NodeReport<N> = { node: N; name: string } & ({ view: NodeView } | { problem: string });

export type ScanPlan<N> =
  | { kind: 'range'; nodes: N[]; from: number; to: number; head: number; final: number }
  | { kind: 'idle'; nodes: N[]; head: number; final: number }
  | { kind: 'stalled'; reason: string }
  | { kind: 'halted'; reason: string };

/**
 * Decides which blocks to read next. The range starts right after the cursor and never passes the final block
 * of any chosen node. A node with another block at the cursor contradicts a final block and is never used.
 */
export function planScan<N>(
  seen: readonly NodeReport<N>[],
  { chainId, maxRange, quorum }: Pick<Watch, 'chainId' | 'maxRange' | 'quorum'>,
  cursor: Cursor,
): ScanPlan<N> {
  const usable: { node: N; view: NodeView }[] = [];
  const problems: string[] = [];
  let contradicted = false;
  for (const one of seen) {
    if ('problem' in one) problems.push(one.problem);
    else {
      const found = findProblem(one.view, chainId, cursor);
      if (found) problems.push(`Node ${one.name} ${found.text}`);
      else usable.push({ node: one.node, view: one.view });
      contradicted ||= found?.contradicts ?? false;
    }
  }
  if (usable.length < quorum) {
    const reason = problems.join('; ') || `${quorum} nodes are needed, ${seen.length} are set`;
    return { kind: contradicted ? 'halted' : 'stalled', reason };
  }

  // The most advanced nodes, so that a stuck one does not delay the rest.
  const chosen = usable.toSorted((a, b) => b.view.final - a.view.final).slice(0, quorum);
  const nodes = chosen.map(({ node }) => node);
  const final = Math.min(...chosen.map(({ view }) => view.final));
  const head = Math.min(...chosen.map(({ view }) => view.head));
  if (final === cursor.number) return { kind: 'idle', nodes, head, final };
  return {
    kind: 'range',
    nodes,
    from: cursor.number + 1,
    to: Math.min(final, cursor.number + maxRange),
    head,
    final,
  };
}

function findProblem(view: NodeView, chainId: number, cursor: Cursor) {
  if (view.chainId !== chainId) return problem(`is on chain ${view.chainId}, not ${chainId}`);
  if (view.head < view.final) return problem(`calls block ${view.final} final but ends at ${view.head}`);
  if (view.final < cursor.number) return problem(`is behind: final ${view.final}, read ${cursor.number}`);
  if (!view.cursorHash) return problem(`does not have block ${cursor.number}`);
  if (view.cursorHash !== cursor.hash) {
    return problem(`has another block ${cursor.number} than the final one that was read`, true);
  }
  return null;
}

function problem(text: string, contradicts = false) {
  return { text, contradicts };
}
