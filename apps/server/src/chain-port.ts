import type { ChainNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { TronHttp } from '@portside/chain/tron/http';
import type { TronPort } from './platform/tron-relay.ts';

/** A network's nodes, as the process asks them. */
export type ChainPort = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must agree. */
  readonly quorum: number;
  /** TRON's HTTP API, for wallets of browsers; absent where it is not configured. */
  readonly tronHttp?: TronHttp;
  readonly everyMs: number;
  /** Whether all nodes are on this machine. */
  readonly isOnLoopback: boolean;
};

type ChainPorts = Readonly<Partial<Record<Network, ChainPort>>>;

/** How many nodes a network has in the settings. */
export const nodeCounter =
  (chains: ChainPorts) =>
  (network: Network): number =>
    chains[network]?.nodes.length ?? 0;

/** What TRON wallets of browsers need of the network; null where it is not configured. */
export function tronPortOf(chain: ChainPort | undefined): TronPort | null {
  const [node] = chain?.nodes ?? [];
  return node && chain?.tronHttp ? { node, http: chain.tronHttp } : null;
}
