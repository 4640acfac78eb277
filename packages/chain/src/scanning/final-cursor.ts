import { readNodeViews } from '../nodes/read-node-views.ts';
import { NodeError } from '../nodes/node-error.ts';
import { readBlock } from '../nodes/read-block.ts';
import type { ChainNode, Cursor, Watch } from '../types.ts';

type Agreement = Pick<Watch, 'chainId' | 'quorum'>;

/** The current final block, as the first cursor of a new installation; null while too few nodes agree on one. */
export const readFinalCursor = (nodes: readonly ChainNode[], watch: Agreement): Promise<Cursor | null> =>
  readCursor(nodes, watch, Infinity);

/** The cursor at a given block; null where it is not final yet or too few nodes agree on it. */
export async function readCursorAt(
  nodes: readonly ChainNode[],
  watch: Agreement,
  number: number,
): Promise<Cursor | null> {
  const cursor = await readCursor(nodes, watch, number);
  return cursor?.number === number ? cursor : null;
}

async function readCursor(
  nodes: readonly ChainNode[],
  { chainId, quorum }: Agreement,
  highest: number,
): Promise<Cursor | null> {
  const usable = (await readNodeViews(nodes, null))
    .flatMap((one) => ('view' in one && one.view.chainId === chainId ? [one] : []))
    .toSorted((a, b) => b.view.final - a.view.final)
    .slice(0, quorum);
  if (usable.length < quorum) return null;
  const number = Math.min(highest, ...usable.map(({ view }) => view.final));
  try {
    const [block, ...others] = await Promise.all(usable.map(({ node }) => readBlock(node, number)));
    if (!block || others.some(({ hash }) => hash !== block.hash)) return null;
    return { number, hash: block.hash, time: block.timestamp };
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
