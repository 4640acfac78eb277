import type { Cursor, ScanOutcome } from '@portside/chain';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { recordDeposit } from '../ledger/index.ts';
import { moveCursor, saveStatus } from './chains.sql.ts';
import {
  deletePendingUpTo,
  insertDeposit,
  insertQuarantined,
  listPendingTransfers,
  moveDeposit,
  replacePendingTransfers,
  type Place,
} from './deposits.sql.ts';

export type Scan = Extract<ScanOutcome, { kind: 'scanned' | 'idle' }>;
type Scanned = Extract<Scan, { kind: 'scanned' }>;

/**
 * Takes over what a scan from the cursor `from` found, all or nothing: deposits with their ledger movements
 * and credits, the cursor behind them, the picture of what is on its way. False, and nothing changed, where
 * another follower has moved the cursor meanwhile.
 *
 * Exactly once does not rest on there being one follower: the cursor is compared and set first, which makes
 * a second follower wait and then give up, and a log that was recorded is never inserted again, whichever
 * range it is read in.
 */
export async function recordScan(ctx: Ctx, place: Place, from: Cursor, scan: Scan): Promise<boolean> {
  const isRecorded = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const to = scan.kind === 'scanned' ? scan.cursor : from;
    if (!(await moveCursor(db, place.chainId, from, to))) return false;
    crashPoint('deposit: cursor moved');
    await saveStatus(db, {
      chain_id: place.chainId,
      network: place.network,
      state: 'following',
      detail: scan.pendingProblem ?? '',
      head: scan.head,
      final: scan.final,
      checked_at: clock.now(),
    });
    if (scan.kind === 'scanned') await recordRange(step, place, scan);
    await showPending(step, place, to, scan);
    crashPoint('deposit: before commit');
    return true;
  });
  crashPoint('deposit: after commit');
  return isRecorded;
}

async function recordRange(ctx: Ctx, place: Place, scan: Scanned): Promise<void> {
  const now = ctx.clock.now();
  await insertQuarantined(ctx.db, place.chainId, scan.quarantined, now);
  for (const log of scan.quarantined) ctx.log.warn({ log, network: place.network }, 'log quarantined');
  for (const transfer of scan.transfers) {
    const deposit = await insertDeposit(ctx.db, place, transfer, now);
    if (!deposit) continue;
    const { id, network, amount_micro: amountMicro } = deposit;
    await recordDeposit(ctx, { depositId: id, network, amountMicro });
    crashPoint('deposit: recorded');
    await ctx.events.announce(ctx, 'depositRecorded', { deposit });
    await moveDeposit(ctx.db, id, { from: 'final', to: 'unmatched', by: 'matcher' });
  }
}

/** A picture that could not be read leaves the last one standing, without what is final by now. */
async function showPending(ctx: Ctx, { network, chainId }: Place, to: Cursor, scan: Scan): Promise<void> {
  if (scan.pendingProblem === null) await replacePendingTransfers(ctx.db, chainId, scan.pending);
  else await deletePendingUpTo(ctx.db, chainId, to.number);
  const transfers = await listPendingTransfers(ctx.db, chainId);
  await ctx.events.announce(ctx, 'transfersSeen', { network, chainId, transfers });
}
