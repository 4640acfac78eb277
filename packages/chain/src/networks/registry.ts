import { arbitrum } from './records/arbitrum.ts';
import { bnbSmartChain } from './records/bnb-smart-chain.ts';
import { ethereum } from './records/ethereum.ts';
import type { Family, NetworkRecord } from './network-record.ts';
import { polygon } from './records/polygon.ts';
import { tron } from './records/tron.ts';

export type { Family, NetworkRecord } from './network-record.ts';

/** In display order; the first is the default if a caller names none. */
const SHIPPED = [tron, ethereum, bnbSmartChain, polygon, arbitrum] as const;

/** The id of a network. */
export type Network = (typeof SHIPPED)[number]['id'];

type KnownRecord = NetworkRecord & { readonly id: Network };

const records: KnownRecord[] = [...SHIPPED];

/** The record of every network, in display order. */
export const networkRecords = (): readonly KnownRecord[] => records;

/** A network's record. Throws for an unknown id. */
export function recordOf(network: Network): KnownRecord {
  const found = records.find(({ id }) => id === network);
  if (!found) throw new Error(`There is no network ${network}`);
  return found;
}

/** Appends a record until the returned function is called. Only for `addNetwork`, which adds its chains as well. */
export function addRecord(record: NetworkRecord): () => void {
  const added = record as KnownRecord;
  records.push(added);
  return () => void records.splice(records.indexOf(added), 1);
}

/** Whether a network is TRON or an EVM chain: they differ in addresses, transactions and wallets. */
export const familyOf = (network: Network): Family => recordOf(network).family;

/** Finds a network by its id, name, token standard or alias, ignoring case; null for an unknown word. */
export function findNetworkByName(word: string): Network | null {
  const wanted = word.trim().toUpperCase();
  const found = records.find(({ id, name, standard, otherNames }) =>
    [id, name, standard, ...(otherNames ?? [])].some((one) => one.toUpperCase() === wanted),
  );
  return found?.id ?? null;
}
