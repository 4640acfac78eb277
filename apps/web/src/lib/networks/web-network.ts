/** What only pages need to know of a network, beside its chain record. Its time is a text. */
export type WebNetwork = {
  readonly id: string;
  /** Drawn in features/recharges/network-picture.tsx. */
  readonly picture: 'launch' | 'freighter';
  /** Roughly what exchanges and wallets take for a transfer, in US cents: shown, and the cheapest is chosen first. */
  readonly usualFeeCents: number;
  /** The way that a connected wallet is advised to pay by, where both are offered. */
  readonly recommends: 'transfer' | 'checkout';
  /** Decimals of its coin that are shown. */
  readonly coinDigits: number;
  /** By which Trust Wallet's links name it: its coin's number in SLIP-44, or one of Trust Wallet's own. */
  readonly slip44: number;
  /** How TokenPocket's links name it. */
  readonly tokenPocketName: string;
};
