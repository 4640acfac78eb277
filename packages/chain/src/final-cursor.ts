import { lookAtNodes } from './look-at-nodes.ts';
import { NodeError } from './node-error.ts';
import { readBlock } from './read-block.ts';
import type { ChainNode, Cursor, Watch } from './types.ts';

/** The first cursor of a fresh installation: the final block now, or null while too few nodes agree on one. */
export async function readFinalCursor(
  nodes: readonly ChainNode[],
  { chainId, quorum }: Pick<Watch, 'chainId' | 'quorum'>,
): Promise<Cursor | null> {
  const usable = (await lookAtNodes(nodes, null))
    .flatMap((one) => ('view' in one && one.view.chainId === chainId ? [one] : []))
    .toSorted((a, b) => b.view.final - a.view.final)
    .slice(0, quorum);
  if (usable.length < quorum) return null;
  const number = Math.min(...usable.map(({ view }) => view.final));
  try {
    const [block, ...others] = await Promise.all(usable.map(({ node }) => readBlock(node, number)));
    if (!block || others.some(({ hash }) => hash !== block.hash)) return null;
    return { number, hash: block.hash, time: block.timestamp };
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
