import { NodeError } from './node-error.ts';
import type { NodeView, Seen } from './plan-scan.ts';
import { readBlock } from './read-block.ts';
import { ask, nullableBlockAnswer, quantityAnswer } from './rpc-answers.ts';
import { numberToHex } from 'viem';
import type { ChainNode, Cursor } from './types.ts';

/** Every node's view at once; one that fails gives its reason instead. */
export function lookAtNodes(nodes: readonly ChainNode[], cursor: Cursor | null): Promise<Seen<ChainNode>[]> {
  return Promise.all(
    nodes.map(async (node) => {
      try {
        return { node, name: node.name, view: await lookAt(node, cursor) };
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        return { node, name: node.name, problem: error.message };
      }
    }),
  );
}

/** How many nodes tell where their chain stands. */
export async function countAnswering(nodes: readonly ChainNode[]): Promise<number> {
  const seen = await lookAtNodes(nodes, null);
  return seen.filter((one) => 'view' in one).length;
}

async function lookAt(node: ChainNode, cursor: Cursor | null): Promise<NodeView> {
  const chainId = await ask(node, quantityAnswer, 'eth_chainId');
  // The head after the final block, so that it cannot be the older of the two.
  const final = await readBlock(node, 'finalized');
  const head = await readBlock(node, 'latest');
  const atCursor =
    cursor &&
    (await ask(node, nullableBlockAnswer, 'eth_getBlockByNumber', numberToHex(cursor.number), false));
  return { chainId, head: head.number, final: final.number, cursorHash: atCursor?.hash ?? null };
}
