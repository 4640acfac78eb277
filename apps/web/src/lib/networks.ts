import { networkRecords, recordOf, type Network } from '@portside/chain/networks/registry';
import { ethereum } from './networks/ethereum.ts';
import { tron } from './networks/tron.ts';
import type { WebNetwork } from './networks/web-network.ts';

const records: WebNetwork[] = [tron, ethereum];

/** In the order of every list. */
export const listNetworks = (): Network[] => networkRecords().map(({ id }) => id);

/** The one that a form begins with. */
export const firstNetwork = (): Network => listNetworks()[0]!;

/** In both words its users know: proper names, the same in every language. */
export function networkName(network: Network): string {
  const { name, standard } = recordOf(network);
  return `${name} (${standard})`;
}

/** Throws for a network that has no such record. */
export function webNetworkOf(network: Network): WebNetwork {
  const found = records.find(({ id }) => id === network);
  if (!found) throw new Error(`There is no network ${network}`);
  return found;
}

/** Puts a network beside those that are shipped, until what it answers is called: for a test. */
export function addWebNetwork(record: WebNetwork): () => void {
  records.push(record);
  return () => void records.splice(records.indexOf(record), 1);
}
