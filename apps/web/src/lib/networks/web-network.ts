/** What only pages need to know of a network, beside its chain record. Its fee and time are texts. */
export type WebNetwork = {
  readonly id: string;
  /** Drawn in features/recharges/network-picture.tsx. */
  readonly picture: 'launch' | 'freighter';
  /** The way that a connected wallet is advised to pay by, where both are offered. */
  readonly recommends: 'transfer' | 'checkout';
  /** Decimals of its coin that are shown. */
  readonly coinDigits: number;
  /** Its coin's number in SLIP-44, by which Trust Wallet's links name it. */
  readonly slip44: number;
  /** How TokenPocket's links name it. */
  readonly tokenPocketName: string;
};
