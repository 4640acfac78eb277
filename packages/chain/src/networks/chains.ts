import type { Family, NetworkChains, NetworkRecord, PublicChain } from './network-record.ts';
import { arbitrumChains, arbitrum } from './records/arbitrum.ts';
import { bnbSmartChainChains, bnbSmartChain } from './records/bnb-smart-chain.ts';
import { ethereumChains, ethereum } from './records/ethereum.ts';
import { polygonChains, polygon } from './records/polygon.ts';
import { tronChains, tron } from './records/tron.ts';
import { addRecord, familyOf, networkRecords, recordOf, type Network } from './registry.ts';
import type { Hex } from 'viem';
import { parseAddress } from './address.ts';

const chains: Record<Network, NetworkChains> = {
  [tron.id]: tronChains,
  [ethereum.id]: ethereumChains,
  [bnbSmartChain.id]: bnbSmartChainChains,
  [polygon.id]: polygonChains,
  [arbitrum.id]: arbitrumChains,
};

/** First byte of the preimage of a CREATE2 address. java-tron (WalletUtil.generateContractAddress2): 0x41. */
const CREATE2_PREFIXES: Record<Family, number> = { evm: 0xff, tron: 0x41 };

/** A network's chains. Throws for an id without a record. */
export const chainsOf = (network: Network): NetworkChains => chains[recordOf(network).id];

/** The public chain with that id, main network or test network; null for any other, such as a local chain. */
export const findPublicChain = (network: Network, chainId: number): PublicChain | null =>
  chainsOf(network).publicChains.find((chain) => chain.chainId === chainId) ?? null;

/** True for any chain that is not a known public one of that network; such chains are accepted on loopback only. */
export const isPrivateChain = (network: Network, chainId: number): boolean =>
  findPublicChain(network, chainId) === null;

/** Display name of a chain; a private one is named after its network. */
export const chainNameOf = (network: Network, chainId: number): string =>
  findPublicChain(network, chainId)?.name ?? `${recordOf(network).name} (local)`;

/**
 * Typical number of blocks until a payment is final, for progress displays; crediting follows the nodes' final block.
 */
export function typicalFinalityBlocks(network: Network, chainId: number): number {
  const { blockSeconds, finalitySeconds, sandbox } = chainsOf(network);
  return isPrivateChain(network, chainId)
    ? sandbox.finalityBlocks
    : Math.ceil(finalitySeconds / blockSeconds);
}

/** First byte of the preimage of a CREATE2 address. The sandbox's chains all run on an EVM node. */
export const create2PrefixOf = (network: Network, chainId: number): number =>
  CREATE2_PREFIXES[isPrivateChain(network, chainId) ? 'evm' : familyOf(network)];

/**
 * Registers another network until the returned function is called; for tests of what adding one takes. The
 * contract's schemas are built from the records on first load, so call this before importing them. Throws
 * where the id or one of the chain ids is already registered.
 */
export function addNetwork(network: NetworkRecord & NetworkChains): () => void {
  const id = network.id as Network;
  const idsOf = ({ publicChains, sandbox }: NetworkChains): number[] => [
    sandbox.chainId,
    ...publicChains.map(({ chainId }) => chainId),
  ];
  for (const known of networkRecords()) {
    const isTaken = known.id === id || idsOf(chains[known.id]).some((one) => idsOf(network).includes(one));
    if (isTaken) throw new Error(`${id} or one of its chains is ${known.id}'s`);
  }
  const removeRecord = addRecord(network);
  chains[id] = network;
  return () => {
    removeRecord();
    delete (chains as Partial<typeof chains>)[id];
  };
}

/** Tether's official contract on that chain, or null if the records have none. */
export function pinnedToken(network: Network, chainId: number): Hex | null {
  const token = findPublicChain(network, chainId)?.token ?? null;
  return token === null ? null : parseAddress(network, token);
}
