import { NETWORKS } from '@portside/contract';
import type { Devchain } from '@portside/devchain';

/** The shop's settings that name the nodes of all local chains. */
export const nodeSettings = ({ chains }: Devchain): Record<string, string> =>
  Object.fromEntries(NETWORKS.map((network) => [`${network}_RPC_URLS`, chains[network].rpcUrl]));
