import { chainsOf, recordOf, type Watch } from '@portside/chain';
import type { Network } from '@portside/contract';

/** The parameters of a scan that come from the network's record. */
export function scanParametersOf(network: Network): Pick<Watch, 'decimals' | 'maxRange'> {
  return { decimals: recordOf(network).token.decimals, maxRange: chainsOf(network).maxRange };
}
