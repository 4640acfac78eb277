/** What kind of chain it is: how nodes are spoken to, how addresses are written, which wallets there are. */
export type Family = 'evm' | 'tron';

/** A chain of a network that everybody can use. */
export type PublicChain = {
  readonly chainId: number;
  readonly name: string;
  readonly isMainnet: boolean;
  /** Tether's own contract as people write it there; null where there is no official one. */
  readonly token: string | null;
  readonly blockSeconds: number;
  /** From the block of a transfer until it is final. */
  readonly finalitySeconds: number;
  readonly explorer: string;
};

/**
 * Everything the code knows about one network. To add one is to write one of these, its web record and its
 * texts: nothing else names a network (scripts/networks.test.ts checks it).
 */
export type NetworkRecord = {
  /**
   * On the wire and in the database, for ever. The names of its settings begin with it (`<ID>_RPC_URLS`), the
   * site config's field names end with it in lower case.
   */
  readonly id: string;
  readonly name: string;
  /** How the token's kind is called there: TRC20, ERC20. Callers may name the network by it. */
  readonly standard: string;
  /** Further words by which callers may name it. */
  readonly otherNames: readonly string[];
  readonly family: Family;
  /** The main network first. */
  readonly publicChains: readonly [PublicChain, ...PublicChain[]];
  /** The chain that the sandbox starts itself; nothing on it is worth anything. */
  readonly sandbox: {
    readonly chainId: number;
    /** How deep a block lies when it becomes final. */
    readonly finalityBlocks: number;
    /** Its node is an EVM, whatever network it stands for. */
    readonly create2Prefix: number;
  };
  readonly token: {
    readonly decimals: number;
    /** An allowance is changed from zero or to it only. */
    readonly approvesThroughZero: boolean;
  };
  /** What pays fees; `decimals` from its smallest unit. */
  readonly coin: { readonly name: string; readonly decimals: number };
  /** Parts of an explorer's addresses. */
  readonly explorerPaths: { readonly transaction: string; readonly address: string };
  /** First byte of what is hashed to the address of a contract made by CREATE2. */
  readonly create2Prefix: number;
  /** Blocks of one look, well below what nodes answer. */
  readonly maxRange: number;
  /** How often its public nodes are asked: they have a daily limit. */
  readonly pollMs: number;
  /** Its newest final block is at most so old when all is well, and as much again. */
  readonly lateAfterSeconds: number;
};
