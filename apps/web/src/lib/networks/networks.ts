import { networkRecords, recordOf, type Network } from '@portside/chain/networks/registry';
import type { Recharge } from '@portside/contract';

const tron: WebNetwork = {
  id: 'TRON',
  picture: 'launch',
  usualFeeCents: 200,
  recommends: 'transfer',
  coinDigits: 2,
  slip44: 195,
  tokenPocketName: 'Tron',
};

const polygon: WebNetwork = {
  id: 'POLYGON',
  picture: 'launch',
  usualFeeCents: 4,
  recommends: 'checkout',
  coinDigits: 4,
  slip44: 966,
  tokenPocketName: 'Polygon',
};

const ethereum: WebNetwork = {
  id: 'ETH',
  picture: 'freighter',
  usualFeeCents: 300,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 60,
  tokenPocketName: 'Ethereum',
};

const bnbSmartChain: WebNetwork = {
  id: 'BSC',
  picture: 'launch',
  usualFeeCents: 3,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 20_000_714,
  tokenPocketName: 'BSC',
};

const arbitrum: WebNetwork = {
  id: 'ARBITRUM',
  picture: 'launch',
  usualFeeCents: 5,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 10_042_221,
  tokenPocketName: 'Arbitrum',
};

const records: WebNetwork[] = [tron, ethereum, bnbSmartChain, polygon, arbitrum];

/** In the order of every list. */
export const listNetworks = (): Network[] => networkRecords().map(({ id }) => id);

/** The one that a form begins with. */
export const firstNetwork = (): Network => listNetworks()[0]!;

/** By both names that its users know; proper names, the same in every language. */
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

/** 6434000n sun → "6.43 TRX", formatted for the reader. Rounded up, so that a small fee never shows as 0. */
export function formatCoin(network: Network, amount: bigint, language: string): string {
  const { name, decimals } = recordOf(network).coin;
  const digits = amount.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` as Intl.StringNumericLiteral;
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: webNetworkOf(network).coinDigits,
    roundingMode: 'ceil',
  });
  return `${format.format(text)} ${name}`;
}

/** Throws for a network that has no such record. */
export function webNetworkOf(network: Network): WebNetwork {
  const found = records.find(({ id }) => id === network);
  if (!found) throw new Error(`There is no network ${network}`);
  return found;
}

/** Adds a network to the shipped ones until the returned function is called; for tests. */
export function addWebNetwork(record: WebNetwork): () => void {
  records.push(record);
  return () => void records.splice(records.indexOf(record), 1);
}

/** What only pages need to know about a network, besides its chain record. Its time is a text. */
export type WebNetwork = {
  readonly id: string;
  /** Drawn in features/recharges/network-picture.tsx. */
  readonly picture: 'launch' | 'freighter';
  /** Roughly what exchanges and wallets charge for a transfer, in US cents; the cheapest network is preselected. */
  readonly usualFeeCents: number;
  /** How a connected wallet is advised to pay if both ways are offered. */
  readonly recommends: 'transfer' | 'checkout';
  /** Decimals of its coin that are shown. */
  readonly coinDigits: number;
  /** By which Trust Wallet's links name it: its coin's number in SLIP-44, or one of Trust Wallet's own. */
  readonly slip44: number;
  /** How TokenPocket's links name it. */
  readonly tokenPocketName: string;
};

/** A top-up with the addresses to pay to. The server leaves them out where they are not the shop's. */
export type PayableRecharge = Recharge & {
  readonly contract_address: string;
  readonly wallet_address: string;
};

export const isPayable = (recharge: Recharge): recharge is PayableRecharge =>
  recharge.contract_address !== null && recharge.wallet_address !== null;
