import type { Hex } from 'viem';
import type { NodeFinding, ScanFinding, Cursor, NodeProblem, Watch } from '../types.ts';
import type { Block } from '../nodes/rpc.ts';

/**
 * One node's state at one moment. `cursorHash` is null when it does not have the cursor's block; `known` are the
 * blocks that it has already shown.
 */
export type NodeView = {
  chainId: number;
  head: number;
  final: number;
  cursorHash: Hex | null;
  known?: readonly Block[];
};
/** A node with its view or the reason it could not be read. */
export type NodeReport<N> = { node: N; name: string } & ({ view: NodeView } | { problem: NodeFinding });

export type UsableNode<N> = { node: N; name: string; view: NodeView };

export type ScanPlan<N> = { problems: NodeProblem[] } & (
  | {
      kind: 'range';
      /** Every node that knows the cursor's block. */
      usable: UsableNode<N>[];
      from: number;
      /**
       * Ends to try, highest first: blocks that at least `quorum` nodes call final. A node that claims more than the
       * others spoils only the first try; the lowest includes every usable node past the cursor.
       */
      finals: number[];
      head: number;
      final: number;
    }
  | { kind: 'idle'; usable: UsableNode<N>[]; head: number; final: number }
  | { kind: 'stalled'; reasons: readonly ScanFinding[] }
  | { kind: 'disagreeing'; reasons: readonly ScanFinding[] }
  | { kind: 'halted'; reasons: readonly ScanFinding[] }
);

/**
 * Decides which blocks to read next. The range starts right after the cursor; its end is final for any `quorum` nodes.
 * A node with another block at the cursor contradicts a final block and is never used. If `quorum` nodes share another
 * block there, what was recorded is wrong and a person must decide (halted); fewer are a disagreement that may pass.
 */
export function planScan<N>(
  seen: readonly NodeReport<N>[],
  { chainId, quorum }: Pick<Watch, 'chainId' | 'quorum'>,
  cursor: Cursor,
): ScanPlan<N> {
  const usable: UsableNode<N>[] = [];
  const problems: NodeProblem[] = [];
  const others: Hex[] = [];
  for (const one of seen) {
    const { node, name } = one;
    if ('problem' in one) problems.push({ name, problem: one.problem });
    else {
      const { view } = one;
      const problem = findProblem(name, view, { chainId, cursor });
      if (problem === null) usable.push({ node, name, view });
      else problems.push({ name, problem });
      if (problem?.code === 'nodeOtherBlock' && view.cursorHash) others.push(view.cursorHash);
    }
  }
  if (usable.length < quorum) {
    const tooFew: ScanFinding = { code: 'nodesTooFew', facts: { needed: quorum, set: seen.length } };
    const reasons = problems.length > 0 ? problems.map(({ problem }) => problem) : [tooFew];
    const isOther = others.some((hash) => others.filter((other) => other === hash).length >= quorum);
    const kind = isOther ? 'halted' : others.length > 0 ? 'disagreeing' : 'stalled';
    return { kind, reasons, problems };
  }
  const final = reachedBy(usable, ({ view }) => view.final, quorum);
  const head = reachedBy(usable, ({ view }) => view.head, quorum);
  if (final === cursor.number) return { kind: 'idle', usable, head, final, problems };
  const finals = [...new Set(usable.map(({ view }) => view.final))]
    .filter((one) => one > cursor.number && one <= final)
    .toSorted((a, b) => b - a);
  return { kind: 'range', usable, from: cursor.number + 1, finals, head, final, problems };
}

/** The highest number that at least `quorum` nodes have reached. */
function reachedBy<N>(
  nodes: readonly UsableNode<N>[],
  of: (node: UsableNode<N>) => number,
  quorum: number,
): number {
  return nodes.map(of).toSorted((a, b) => b - a)[quorum - 1]!;
}

function findProblem(
  node: string,
  { chainId: found, head, final, cursorHash }: NodeView,
  { chainId, cursor }: { readonly chainId: number; readonly cursor: Cursor },
): NodeFinding | null {
  const block = cursor.number;
  if (found !== chainId) return { code: 'nodeOtherChain', facts: { node, found, expected: chainId } };
  if (head < final) return { code: 'nodeFinalAboveHead', facts: { node, final, head } };
  if (final < block) return { code: 'nodeBehind', facts: { node, final, read: block } };
  if (!cursorHash) return { code: 'nodeWithoutBlock', facts: { node, block } };
  return cursorHash === cursor.hash ? null : { code: 'nodeOtherBlock', facts: { node, block } };
}
