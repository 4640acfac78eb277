import {
  PendingCache,
  readBlacklisted,
  readFinalCursor,
  scan,
  type ChainNode,
  type Cursor,
  type ScanOutcome,
} from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import type { Job } from '../../../platform/jobs.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { insertCursor, isRereading, readCursor } from './chains.sql.ts';
import type { Place } from '../deposits.sql.ts';
import type { BlackList, Doubts } from './hold-recorded.ts';
import { recordScan } from './record-scan.ts';
import { readingOf } from '../reading-of.ts';
import { recordTrouble } from './record-trouble.ts';

export type FollowOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  /** How many nodes must tell the same: 2 in production, 1 in the sandbox. */
  readonly quorum: number;
  readonly everyMs: number;
  /** Whether this process is the one that follows. Spares work; nothing rests on it. */
  readonly takeLead: () => Promise<boolean>;
};

/** How often an unchanged state is written again, as a sign of life. */
const SIGN_OF_LIFE_MS = 15_000;
const LOUDNESS = { following: 'info', stalled: 'warn', halted: 'error' } as const;
const NO_START: ScanOutcome = {
  kind: 'stalled',
  reason: 'No node reports the finalized block to start from',
};

const NO_BLACK_LIST: ScanOutcome = {
  kind: 'stalled',
  reason: 'No node reports which wallets USDT has blocked',
};

export const followJobName = (network: Network): string => `follow ${network}`;

/**
 * Follows one network: reads the next final blocks after the cursor and records them. It starts at the
 * final block of the first start and never skips one, so after a downtime it catches up.
 */
export function createFollowJob(ctx: Ctx, options: FollowOptions): Job {
  const { network, nodes, quorum, everyMs, takeLead } = options;
  const cache = new PendingCache();
  let told = { story: '', state: '', at: 0 };

  const run = async (): Promise<{ more: boolean }> => {
    const watched = await listWatchedTreasuries(ctx.db, network, ctx.clock.now());
    if (!watched || !(await takeLead())) return { more: false };
    const place: Place = { network, chainId: BigInt(watched.chainId), token: watched.token };
    const watch = { ...watched, network, quorum, ...readingOf(network) };

    const cursor = await readCursor(ctx.db, place.chainId);
    const first = cursor ?? (await readFinalCursor(nodes, watch));
    if (first && !cursor) await insertCursor(ctx.db, place.chainId, first);
    const found = first ? await scan(nodes, watch, first, cache) : NO_START;
    const blackList = await askBlackList(nodes, place, found);
    const outcome = blackList ? found : NO_BLACK_LIST;
    if (outcome.kind === 'scanned') crashPoint('deposit: scanned');

    const story = storyOf(outcome);
    const at = ctx.clock.now().getTime();
    if (story === told.story && at - told.at < SIGN_OF_LIFE_MS) return { more: false };
    const since = (await isRereading(ctx.db, place.chainId)) ? { since: watched.since } : {};
    const doubts = { blackList: blackList ?? new Set(), ...since };
    if (!(await record(ctx, place, first, outcome, doubts))) return { more: true };
    const state = 'reason' in outcome ? outcome.kind : 'following';
    if (state !== told.state) {
      const reason = 'reason' in outcome ? outcome.reason : undefined;
      ctx.log[LOUDNESS[state]]({ network, reason }, `chain follower: ${state}`);
    }
    told = { story, state, at };
    return { more: outcome.kind === 'scanned' && !outcome.caughtUp };
  };

  return { name: followJobName(network), everyMs, run };
}

/** False where another follower was quicker. */
async function record(
  ctx: Ctx,
  place: Place,
  from: Cursor | null,
  outcome: ScanOutcome,
  doubts: Doubts,
): Promise<boolean> {
  if (from && !('reason' in outcome)) return recordScan(ctx, place, from, outcome, doubts);
  await recordTrouble(ctx, place, outcome as Extract<ScanOutcome, { reason: string }>);
  return true;
}

/**
 * Which senders USDT itself has blocked; asked before the transaction, which waits for no node. Null where
 * no node tells: then nothing is recorded yet, for a sender is never taken for clear unasked.
 */
async function askBlackList(
  nodes: readonly ChainNode[],
  { token }: Place,
  outcome: ScanOutcome,
): Promise<BlackList | null> {
  if (outcome.kind !== 'scanned') return new Set();
  const senders = [...new Set(outcome.transfers.map((transfer) => transfer.from))];
  return readBlacklisted(nodes, token, senders);
}

/** What a look at the chain tells; idle looks at the same blocks tell the same, a range never does. */
function storyOf(outcome: ScanOutcome): string {
  if ('reason' in outcome) return `${outcome.kind}: ${outcome.reason}`;
  const pending = outcome.pending.map(({ blockHash, txHash, ordinal }) => [blockHash, txHash, ordinal]);
  const read = outcome.kind === 'scanned' ? outcome.cursor.number : outcome.final;
  return JSON.stringify([read, outcome.head, outcome.pendingProblem, pending]);
}
