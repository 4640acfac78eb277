import { ethereum } from './records/ethereum.ts';
import type { Family, NetworkRecord, PublicChain } from './network-record.ts';
import { tron } from './records/tron.ts';

export type { Family, NetworkRecord, PublicChain } from './network-record.ts';

/** In display order; the first is the default where a caller names none. */
const SHIPPED = [tron, ethereum] as const;

/** The id of a network. */
export type Network = (typeof SHIPPED)[number]['id'];

type KnownRecord = NetworkRecord & { readonly id: Network };

const records: KnownRecord[] = [...SHIPPED];

/** The record of every network, in display order. */
export const networkRecords = (): readonly KnownRecord[] => records;

/** Throws for an id that no record has. */
export function recordOf(network: Network): KnownRecord {
  return records.find(({ id }) => id === network) ?? noRecord(network);
}

/**
 * Registers another network until the returned function is called; for tests of what adding one takes. The
 * contract's schemas are built from the records on first load, so call this before importing them. Throws
 * where the id or one of the chain ids is already registered.
 */
export function addNetwork(record: NetworkRecord): () => void {
  const chainIds = ({ publicChains, sandbox }: NetworkRecord): number[] => [
    sandbox.chainId,
    ...publicChains.map(({ chainId }) => chainId),
  ];
  const added = record as KnownRecord;
  for (const known of records) {
    const isTaken = known.id === added.id || chainIds(known).some((id) => chainIds(added).includes(id));
    if (isTaken) throw new Error(`${record.id} or one of its chains is ${known.id}'s`);
  }
  records.push(added);
  return () => void records.splice(records.indexOf(added), 1);
}

export const familyOf = (network: Network): Family => recordOf(network).family;

/** Finds a network by its id, name, token standard or alias, ignoring case; null for an unknown word. */
export function findNetworkByName(word: string): Network | null {
  const wanted = word.trim().toUpperCase();
  const found = records.find(({ id, name, standard, otherNames }) =>
    [id, name, standard, ...(otherNames ?? [])].some((one) => one.toUpperCase() === wanted),
  );
  return found?.id ?? null;
}

export const findPublicChain = (network: Network, chainId: number): PublicChain | null =>
  recordOf(network).publicChains.find((chain) => chain.chainId === chainId) ?? null;

export const mainChainOf = (network: Network): PublicChain => recordOf(network).publicChains[0];

/** True for every chain that is not a known public one of that network; such chains are accepted on loopback only. */
export const isPrivateChain = (network: Network, chainId: number): boolean =>
  findPublicChain(network, chainId) === null;

/** Display name of a chain; a private one is named after its network. */
export const chainNameOf = (network: Network, chainId: number): string =>
  findPublicChain(network, chainId)?.name ?? `${recordOf(network).name} (local)`;

/** Typical number of blocks until a payment is final, for progress displays; crediting follows the nodes' final block. */
export function typicalFinalityBlocks(network: Network, chainId: number): number {
  const known = findPublicChain(network, chainId);
  return known
    ? Math.ceil(known.finalitySeconds / known.blockSeconds)
    : recordOf(network).sandbox.finalityBlocks;
}

function noRecord(network: string): never {
  throw new Error(`There is no network ${network}`);
}
