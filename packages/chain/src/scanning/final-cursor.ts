import { agree } from '../nodes/agree.ts';
import { readNodeViews } from '../nodes/read-node-views.ts';
import { readBlock } from '../nodes/rpc.ts';
import type { ChainNode, Cursor, Watch } from '../types.ts';

type Rules = Pick<Watch, 'chainId' | 'quorum'>;

/** The current final block, as the first cursor of a new installation; null while too few nodes agree on one. */
export const readFinalCursor = (nodes: readonly ChainNode[], watch: Rules): Promise<Cursor | null> =>
  readCursor(nodes, watch, Infinity);

/** The cursor at a given block; null if it is not final yet or too few nodes agree on it. */
export async function readCursorAt(
  nodes: readonly ChainNode[],
  watch: Rules,
  number: number,
): Promise<Cursor | null> {
  const cursor = await readCursor(nodes, watch, number);
  return cursor?.number === number ? cursor : null;
}

/** The highest block, at most `highest`, that enough nodes call final and agree on. */
async function readCursor(
  nodes: readonly ChainNode[],
  { chainId, quorum }: Rules,
  highest: number,
): Promise<Cursor | null> {
  const { all } = await readNodeViews(nodes, null, { quorum });
  const usable = (await all).flatMap((one) => ('view' in one && one.view.chainId === chainId ? [one] : []));
  const finals = usable.map(({ view }) => view.final).toSorted((a, b) => b - a);
  const ends = new Set(finals.slice(quorum - 1).map((final) => Math.min(highest, final)));
  for (const end of ends) {
    const able = usable.filter(({ view }) => view.final >= end).map(({ node }) => node);
    const { agreed } = await agree(able, quorum, (node) => readBlock(node, end));
    if (agreed) {
      const { number, hash, timestamp } = agreed.value;
      return { number, hash, time: timestamp };
    }
  }
  return null;
}
