import { networkRecords, recordOf, type Network } from '@portside/chain/networks/registry';
import { arbitrum } from './networks/arbitrum.ts';
import { bnbSmartChain } from './networks/bnb-smart-chain.ts';
import { ethereum } from './networks/ethereum.ts';
import { polygon } from './networks/polygon.ts';
import { tron } from './networks/tron.ts';
import type { WebNetwork } from './networks/web-network.ts';

const records: WebNetwork[] = [tron, ethereum, bnbSmartChain, polygon, arbitrum];

/** In the order of every list. */
export const listNetworks = (): Network[] => networkRecords().map(({ id }) => id);

/** The one that a form begins with. */
export const firstNetwork = (): Network => listNetworks()[0]!;

/** In both words its users know: proper names, the same in every language. */
export function networkName(network: Network): string {
  const { name, standard } = recordOf(network);
  return standard.startsWith(name) ? standard : `${name} (${standard})`;
}

/** The other networks whose addresses look the same, by the standard that wallets and exchanges ask for. */
export const neighboursOf = (network: Network): string[] =>
  networkRecords().flatMap(({ id, family, standard }) =>
    id !== network && family === recordOf(network).family ? [standard] : [],
  );

/** The cheapest to pay on first. */
export const byUsualFee = (networks: readonly Network[]): Network[] =>
  networks.toSorted((a, b) => webNetworkOf(a).usualFeeCents - webNetworkOf(b).usualFeeCents);

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
