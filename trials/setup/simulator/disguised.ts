import type { ChainNode } from '@portside/chain';
import type { Plant, PlantedRun } from './run-seed.ts';

type Ask = ChainNode['request'];
/** A client's replacement, which may call the real one. */
type Disguise = (ask: Ask, run: PlantedRun) => Ask;

/** A follower whose clients give other answers than the nodes. */
export function disguised(
  name: string,
  disguise: Disguise,
  { most = 2, seed = 1 }: { readonly most?: number; readonly seed?: number } = {},
): Plant {
  const wear = (node: ChainNode, run: PlantedRun): ChainNode => ({
    name: node.name,
    request: disguise((method, params) => node.request(method, params), run),
  });
  return {
    name,
    seed,
    equip: ({ nodes, quorum }, run) => ({
      nodes: nodes.map((node) => wear(node, run)),
      quorum: Math.min(quorum, most),
    }),
  };
}
