import { chainsOf, readBlacklisted, recordOf, type ChainNode, type Watch } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

/** The parameters of a scan that come from the network's record. */
export function scanParametersOf(network: Network): Pick<Watch, 'decimals' | 'maxRange'> {
  return { decimals: recordOf(network).token.decimals, maxRange: chainsOf(network).maxRange };
}

type Asset = { readonly network: Network; readonly token: Hex };
type Asked = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

/** Which senders are on the token's own blacklist; null where too few nodes tell the same. */
export const readBlacklistOf = (
  { network, token }: Asset,
  { nodes, quorum }: Asked,
  senders: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> =>
  readBlacklisted(nodes, { token, blacklist: chainsOf(network).blacklist, quorum }, senders);
