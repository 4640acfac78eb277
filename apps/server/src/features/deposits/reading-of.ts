import { recordOf, type Watch } from '@portside/chain';
import type { Network } from '@portside/contract';

/** How a network's chain is read, as its record has it. */
export function readingOf(network: Network): Pick<Watch, 'decimals' | 'maxRange'> {
  const { token, maxRange } = recordOf(network);
  return { decimals: token.decimals, maxRange };
}
