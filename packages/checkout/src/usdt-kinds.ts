import type { Family, NetworkRecord } from '@portside/chain/networks/registry';

/** How a look-alike of USDT answers, as its constructor takes it (UsdtLookalike.Kind). */
export const USDT_KINDS = { ethereum: 0, tron: 1, ordinary: 2 } as const;

export type UsdtKind = (typeof USDT_KINDS)[keyof typeof USDT_KINDS];

const KINDS: Record<Family, (token: NetworkRecord['token']) => UsdtKind> = {
  evm: ({ approvesThroughZero }) => (approvesThroughZero ? USDT_KINDS.ethereum : USDT_KINDS.ordinary),
  tron: () => USDT_KINDS.tron,
};

/** How a network's token behaves, according to its record. */
export const usdtKindOf = ({ family, token }: NetworkRecord): UsdtKind => KINDS[family](token);
