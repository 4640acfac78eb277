/** The kind of chain; decides the node protocol, the address format and the wallets that work with it. */
export type Family = 'evm' | 'tron';

/**
 * What every program, pages included, knows about a network. It is part of each page's first load, so what only the
 * server and the back office need is in `NetworkChains`. Adding a network takes one of each, its web record and its
 * texts; no other code names a network (checked by scripts/networks.test.ts).
 */
export type NetworkRecord = {
  /**
   * Used on the wire and in the database, so it never changes. Prefix of the network's environment variables
   * (`<ID>_RPC_URLS`) and, in lower case, suffix of the site config's field names.
   */
  readonly id: string;
  readonly name: string;
  /** The token standard, such as TRC20 or ERC20. Callers may name the network by it. */
  readonly standard: string;
  /** Further aliases that callers may use. */
  readonly otherNames?: readonly string[];
  readonly family: Family;
  readonly mainChainId: number;
  readonly token: {
    readonly decimals: number;
    /** The token changes an allowance only from or to zero. */
    readonly approvesThroughZero: boolean;
  };
  /** The native coin, which pays fees. */
  readonly coin: { readonly name: string; readonly decimals: number };
};

/** A public chain of a network: its main network or a public test network. */
export type PublicChain = {
  readonly chainId: number;
  readonly name: string;
  /** Address of Tether's own contract in the network's format; absent if there is no official one. */
  readonly token?: string;
  readonly explorer: string;
};

export type BlacklistGetter = 'isBlackListed' | 'isBlocked';

/** A network's chains, and how they are scanned. */
export type NetworkChains = {
  /** The main network first. */
  readonly publicChains: readonly [PublicChain, ...PublicChain[]];
  /** Time between blocks of the public chains. */
  readonly blockSeconds: number;
  /** Time from a transfer's block until it is final, on the public chains. */
  readonly finalitySeconds: number;
  /**
   * The local chain that the sandbox starts. `finalityBlocks`: blocks on top of a block when it becomes final.
   * `ownAddresses`: buyers have addresses of their own there.
   */
  readonly sandbox: {
    readonly chainId: number;
    readonly finalityBlocks: number;
    readonly ownAddresses: boolean;
  };
  /**
   * How the token names its blacklist getter: the first Tether contracts one way, later ones another. Null if the
   * token has no such list.
   */
  readonly blacklist: BlacklistGetter | null;
  /** A deposit at a buyer's own address is credited at once from this amount: well above what its sweep costs. */
  readonly leastDepositMicro: bigint;
  /** Most deposit addresses in one sweep transaction. */
  readonly sweepBatch: number;
  /**
   * In the coin's smallest unit for a unit of gas or energy, far above busy days: a command that signs by itself takes
   * a higher price for a lie of its node.
   */
  readonly mostGasPrice: bigint;
  /** Most blocks of one scan, well below the limits of public nodes. */
  readonly maxRange: number;
  /** Interval between scans; public nodes have a daily request limit. */
  readonly pollMs: number;
  /** The follower is reported as late once the newest final block is older: twice the normal maximum. */
  readonly lateAfterSeconds: number;
};
