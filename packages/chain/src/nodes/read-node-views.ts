import { numberToHex, type Hex } from 'viem';
import { findingOf, NodeError } from './node-error.ts';
import type { NodeView, NodeReport } from '../scanning/plan-scan.ts';
import { startPause, type Pause, readBlock, callRpc, nullableBlockAnswer, quantityAnswer } from './rpc.ts';
import type { ScanMemory } from '../scanning/scan-memory.ts';
import type { ChainNode, Cursor } from '../types.ts';

/** How long to wait for slower nodes once enough others have answered. */
const GRACE_MS = 2_000;

type Views = {
  /** Everything, or all but slower nodes (reported as a problem). */
  readonly first: readonly NodeReport<ChainNode>[];
  /** Of every node. */
  readonly all: Promise<readonly NodeReport<ChainNode>[]>;
  readonly isComplete: boolean;
};

/** What earlier scans learned about a chain's nodes. */
type Known = { readonly chainId: number; readonly memory: ScanMemory };
type Asking = { readonly quorum: number; readonly known?: Known };

/**
 * Reads the view of every node concurrently; a failing node is reported with its problem instead. Never throws for a
 * node's fault.
 */
export async function readNodeViews(
  nodes: readonly ChainNode[],
  cursor: Cursor | null,
  { quorum, known }: Asking,
): Promise<Views> {
  const found = new Map<string, NodeReport<ChainNode>>();
  let enough = (): void => undefined;
  const isEnough = new Promise<void>((resolve) => (enough = resolve));
  const reports = nodes.map(async (node) => {
    const report = await readReport(node, cursor, known);
    found.set(node.name, report);
    if ([...found.values()].filter((one) => 'view' in one).length >= quorum) enough();
    return report;
  });
  const all = Promise.all(reports);
  // Nobody may be waiting for the slower nodes, so nobody would catch their errors.
  all.catch(() => undefined);
  let pause: Pause | null = null;
  const grace = isEnough.then(() => (pause = startPause(GRACE_MS)).over);
  try {
    await Promise.race([all, grace]);
  } finally {
    (pause as Pause | null)?.end();
  }
  return {
    first: nodes.map((node) => found.get(node.name) ?? tooSlow(node)),
    all,
    isComplete: found.size === nodes.length,
  };
}

const tooSlow = (node: ChainNode): NodeReport<ChainNode> => ({
  node,
  name: node.name,
  problem: { code: 'nodeSlow', facts: { node: node.name } },
});

async function readReport(
  node: ChainNode,
  cursor: Cursor | null,
  remembered: Known | undefined,
): Promise<NodeReport<ChainNode>> {
  try {
    return { node, name: node.name, view: await readNodeView(node, cursor, remembered) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    remembered?.memory.forgetChain(node.name);
    return { node, name: node.name, problem: findingOf(error) };
  }
}

/** Counts the nodes that report their chain, head and final block. */
export async function countRespondingNodes(nodes: readonly ChainNode[]): Promise<number> {
  const { all } = await readNodeViews(nodes, null, { quorum: nodes.length });
  return (await all).filter((one) => 'view' in one).length;
}

async function readNodeView(
  node: ChainNode,
  cursor: Cursor | null,
  remembered: Known | undefined,
): Promise<NodeView> {
  const chainId = await readChainId(node, remembered);
  // The head is read after the final block, so that it cannot be older.
  const final = await readBlock(node, 'finalized');
  const head = await readBlock(node, 'latest');
  const view = { chainId, head: head.number, final: final.number, known: [final, head] };
  if (!cursor) return { ...view, cursorHash: null };
  const cursorHash = final.number === cursor.number ? final.hash : await readHashAt(node, cursor.number);
  if (cursorHash === cursor.hash) return { ...view, cursorHash };
  // The remembered chain is trusted only while the node still has the block that was read there.
  remembered?.memory.forgetChain(node.name);
  return { ...view, cursorHash, chainId: await readChainId(node, remembered) };
}

async function readChainId(node: ChainNode, remembered: Known | undefined): Promise<number> {
  if (remembered?.memory.isKnownOnChain(node.name)) return remembered.chainId;
  const chainId = await callRpc(node, quantityAnswer, 'eth_chainId');
  if (chainId === remembered?.chainId) remembered.memory.confirmChain(node.name);
  return chainId;
}

async function readHashAt(node: ChainNode, number: number): Promise<Hex | null> {
  const at = numberToHex(number);
  const block = await callRpc(node, nullableBlockAnswer, 'eth_getBlockByNumber', at, false);
  return block?.hash ?? null;
}
