import type { Family } from '@portside/chain/networks/registry';
import type { JsonServer } from '../json-server.ts';
import type { LocalChain } from '../node/local-chain.ts';
import { startTronFace } from '../tron/tron-face.ts';
import type { TronTransactions } from '../tron/transactions.ts';
import { startEvmFace } from './evm-face.ts';

/** What a local chain of a family is, and how its node looks from outside. */
type Face = {
  readonly start: (chain: LocalChain, transactions: TronTransactions, port: number) => Promise<JsonServer>;
  /** Below the address where it answers. */
  readonly rpcPath: string;
  readonly hasHttpApi: boolean;
  readonly gasIsFree: boolean;
  /** What the sandbox wallet holds of the network's coin, whole ones. */
  readonly walletCoins: bigint;
  /** What a visitor's wallet is given for fees, whole ones in decimal notation. */
  readonly feeCoins: string;
};

export const FACES: Record<Family, Face> = {
  evm: {
    start: (chain, _, port) => startEvmFace(chain, port),
    rpcPath: '',
    hasHttpApi: false,
    gasIsFree: false,
    walletCoins: 1_000n,
    feeCoins: '0.1',
  },
  tron: {
    start: startTronFace,
    rpcPath: '/jsonrpc',
    hasHttpApi: true,
    gasIsFree: true,
    walletCoins: 1_000_000n,
    feeCoins: '500',
  },
};
