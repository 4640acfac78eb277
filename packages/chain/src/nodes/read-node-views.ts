import { NodeError } from './node-error.ts';
import type { NodeView, NodeReport } from '../scanning/plan-scan.ts';
import { readBlock } from './read-block.ts';
import { callRpc, nullableBlockAnswer, quantityAnswer } from './rpc.ts';
import { numberToHex } from 'viem';
import type { ChainNode, Cursor } from '../types.ts';

/** Reads the view of every node concurrently; a failing node is reported with its problem instead. Never throws for a node's fault. */
export function readNodeViews(
  nodes: readonly ChainNode[],
  cursor: Cursor | null,
): Promise<NodeReport<ChainNode>[]> {
  return Promise.all(
    nodes.map(async (node) => {
      try {
        return { node, name: node.name, view: await readNodeView(node, cursor) };
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return { node, name: node.name, problem: error.message };
      }
    }),
  );
}

/** How many nodes report their chain, head and final block. */
export async function countRespondingNodes(nodes: readonly ChainNode[]): Promise<number> {
  const seen = await readNodeViews(nodes, null);
  return seen.filter((one) => 'view' in one).length;
}

async function readNodeView(node: ChainNode, cursor: Cursor | null): Promise<NodeView> {
  const chainId = await callRpc(node, quantityAnswer, 'eth_chainId');
  // The head is read after the final block, so that it cannot be older.
  const final = await readBlock(node, 'finalized');
  const head = await readBlock(node, 'latest');
  const atCursor =
    cursor &&
    (await callRpc(node, nullableBlockAnswer, 'eth_getBlockByNumber', numberToHex(cursor.number), false));
  return { chainId, head: head.number, final: final.number, cursorHash: atCursor?.hash ?? null };
}
