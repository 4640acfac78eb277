import { ethereum } from './networks/ethereum.ts';
import type { Family, NetworkRecord, PublicChain } from './networks/network-record.ts';
import { tron } from './networks/tron.ts';

export type { Family, NetworkRecord, PublicChain } from './networks/network-record.ts';

/** In the order of every list; the first is meant where a caller names none. */
const SHIPPED = [tron, ethereum] as const;

/** The id of a network. */
export type Network = (typeof SHIPPED)[number]['id'];

type KnownRecord = NetworkRecord & { readonly id: Network };

const records: KnownRecord[] = [...SHIPPED];

/** The record of every network, in the order of every list. */
export const networkRecords = (): readonly KnownRecord[] => records;

/** Throws for an id that no record has. */
export function recordOf(network: Network): KnownRecord {
  return records.find(({ id }) => id === network) ?? noRecord(network);
}

/**
 * Puts a network beside those that are shipped, until what it answers is called: for a test that shows what
 * adding one takes. The wire's schemas are made from the records when they are first loaded, so a process that
 * serves it adds it before anything else. Throws where its id or one of its chains is known.
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

/**
 * The network that a caller means by its id, its name, its token's standard or another word for it, in any case;
 * null where a word means none.
 */
export function networkNamed(word: string): Network | null {
  const wanted = word.trim().toUpperCase();
  const found = records.find(({ id, name, standard, otherNames }) =>
    [id, name, standard, ...otherNames].some((one) => one.toUpperCase() === wanted),
  );
  return found?.id ?? null;
}

export const findPublicChain = (network: Network, chainId: number): PublicChain | null =>
  recordOf(network).publicChains.find((chain) => chain.chainId === chainId) ?? null;

export const mainChainOf = (network: Network): PublicChain => recordOf(network).publicChains[0];

/** Every chain that is not a known public one of that network: accepted on loopback only. */
export const isPrivateChain = (network: Network, chainId: number): boolean =>
  findPublicChain(network, chainId) === null;

/** How a chain is called: as the world does, or after its network where only this machine knows it. */
export const chainNameOf = (network: Network, chainId: number): string =>
  findPublicChain(network, chainId)?.name ?? `${recordOf(network).name} (local)`;

/** How many blocks make a payment final as a rule. */
export function usualDepthOf(network: Network, chainId: number): number {
  const known = findPublicChain(network, chainId);
  return known
    ? Math.ceil(known.finalitySeconds / known.blockSeconds)
    : recordOf(network).sandbox.finalityBlocks;
}

function noRecord(network: string): never {
  throw new Error(`There is no network ${network}`);
}
