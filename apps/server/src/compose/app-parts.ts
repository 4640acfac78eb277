import type { Network } from '@portside/contract';
import type { SandboxAccess } from '../features/sandbox/index.ts';
import type { LiveFiguresCache } from '../features/live/index.ts';
import type { SanctionsSources } from '../features/wallets/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Keyring } from '../platform/keys/keyring.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Telegram } from '../platform/telegram.ts';
import type { ChainNode } from '@portside/chain';
import type { TronHttp } from '@portside/chain/tron/http';
import type { TronAccess } from '../platform/tron-relay.ts';
import { listBuyersAddresses } from '../features/deposit-addresses/index.ts';
import { readFollowedHead } from '../features/deposits/index.ts';
import type { ChainFacts } from '../features/payment-methods/index.ts';
import { isTreasurySound, type LookFirst } from '../features/treasury/index.ts';

/** The adapters to everything outside the process. */
export type Adapters = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  /** Null if no bot is configured. */
  readonly telegram: Telegram | null;
  readonly chains: Partial<Record<Network, ChainAccess>>;
  /** Null in production. */
  readonly sandbox: SandboxAccess | null;
};

/** What the routes and the jobs of one process share. */
export type Parts = {
  readonly adapters: Adapters;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly board: LiveFiguresCache;
  readonly sanctions: SanctionsSources;
  /** From which alone the back office opens; none: from everywhere. */
  readonly officeAddresses: readonly string[];
};

/** A network's nodes. */
export type ChainAccess = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must agree. */
  readonly quorum: number;
  /** TRON's HTTP API, for wallets of browsers; absent if it is not configured. */
  readonly tronHttp?: TronHttp;
  readonly everyMs: number;
  /** Whether all nodes are on this machine. */
  readonly isOnLoopback: boolean;
};

type ChainsAccess = Readonly<Partial<Record<Network, ChainAccess>>>;

/** How many nodes a network has in the settings. */
export const nodeCounter =
  (chains: ChainsAccess) =>
  (network: Network): number =>
    chains[network]?.nodes.length ?? 0;

/** What TRON wallets of browsers need of the network; null if it is not configured. */
export function tronAccessOf(chain: ChainAccess | undefined): TronAccess | null {
  const [node] = chain?.nodes ?? [];
  return node && chain?.tronHttp ? { node, http: chain.tronHttp } : null;
}

/** What payment methods ask of the nodes and of higher features. */
export const createChainFacts = (
  chains: Readonly<Partial<Record<Network, ChainAccess>>>,
  lookFirst: LookFirst,
): ChainFacts => ({
  isOnLoopback: (network) => chains[network]?.isOnLoopback ?? false,
  nodesOf: (network) => chains[network]?.nodes ?? [],
  quorumOf: (network) => chains[network]?.quorum ?? 1,
  listBuyersAddresses: ({ db }, addresses) => listBuyersAddresses(db, addresses),
  async isOffered(ctx, method) {
    await lookFirst(ctx, method.type);
    if (!(await isTreasurySound(ctx, method))) return false;
    return (await readFollowedHead(ctx.db, method.chain_id, ctx.clock.now())) !== null;
  },
});
