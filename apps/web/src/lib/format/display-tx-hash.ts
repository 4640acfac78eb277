import { formatTxHash, parseTxHash } from '@portside/chain/networks/tx-hash';
import type { Network } from '@portside/contract';

/** A hash as its network's explorers show it; text that is no hash stays as it is. */
export function displayTxHash(network: Network, text: string): string {
  try {
    return formatTxHash(network, parseTxHash(text));
  } catch {
    return text;
  }
}
