import type { Cursor, ScanOutcome } from '@portside/chain';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { recordDeposit } from '../../ledger/index.ts';
import { creditEarlyClaim } from '../claims/credit-claim.ts';
import { moveCursor, saveStatus } from './chains.sql.ts';
import { holdRecorded, reasonToHold, type Doubts } from './hold-recorded.ts';
import {
  deletePendingUpTo,
  insertDeposit,
  listPendingTransfers,
  moveDeposit,
  moveToBlock,
  replacePendingTransfers,
  type DepositRow,
  type Place,
} from '../deposits.sql.ts';
import { insertQuarantined } from '../quarantine/quarantine.sql.ts';

export type Scan = Extract<ScanOutcome, { kind: 'scanned' | 'idle' }>;
/** Why nobody is credited with it. */
const DUST = 'worth less than a micro-USDT';

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
export async function recordScan(
  ctx: Ctx,
  place: Place,
  from: Cursor,
  scan: Scan,
  doubts: Doubts = { blackList: new Set() },
): Promise<boolean> {
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
    if (scan.kind === 'scanned') await recordTransfers(step, place, scan, doubts);
    await showPending(step, place, to, scan);
    crashPoint('deposit: before commit');
    return true;
  });
  crashPoint('deposit: after commit');
  return isRecorded;
}

/**
 * Records what a range holds, in the transaction of its caller; a log that was recorded before is passed
 * over, so a range may be read any number of times. Dust is recorded and credits nobody, whatever it names. Tells
 * how many were new, dust aside.
 */
export async function recordTransfers(
  ctx: Ctx,
  place: Place,
  scan: Pick<Scanned, 'transfers' | 'quarantined'>,
  doubts: Doubts,
): Promise<number> {
  const [recorded, held]: [DepositRow[], Set<bigint>] = [[], new Set()];
  const now = ctx.clock.now();
  await insertQuarantined(ctx.db, place, scan.quarantined, now);
  for (const log of scan.quarantined) ctx.log.warn({ log, network: place.network }, 'log quarantined');
  for (const transfer of scan.transfers) {
    const deposit = await insertDeposit(ctx.db, place, transfer, now);
    if (!deposit) {
      await moveToBlock(ctx.db, place.chainId, transfer);
      continue;
    }
    const { id, network, amount_micro: amountMicro } = deposit;
    if (amountMicro === 0n) {
      await moveDeposit(ctx.db, id, { from: 'final', to: 'rejected', by: 'matcher', heldReason: DUST });
      continue;
    }
    recorded.push(deposit);
    await recordDeposit(ctx, { depositId: id, network, amountMicro });
    crashPoint('deposit: recorded');
    const heldReason = await reasonToHold(ctx.db, deposit, doubts);
    if (heldReason === null) continue;
    held.add(id);
    await holdRecorded(ctx, deposit, heldReason);
  }
  const toCredit = recorded.filter(({ id }) => !held.has(id));
  await ctx.events.announce(ctx, 'depositsRecorded', { deposits: toCredit });
  for (const deposit of toCredit) {
    const { id } = deposit;
    const isUnmatched = await moveDeposit(ctx.db, id, { from: 'final', to: 'unmatched', by: 'matcher' });
    if (isUnmatched) await creditEarlyClaim(ctx, deposit);
  }
  return recorded.length;
}

/** A picture that could not be read leaves the last one standing, without what is final by now. */
async function showPending(ctx: Ctx, { network, chainId }: Place, to: Cursor, scan: Scan): Promise<void> {
  if (scan.pendingProblem === null) await replacePendingTransfers(ctx.db, chainId, scan.pending);
  else await deletePendingUpTo(ctx.db, chainId, to.number);
  const transfers = await listPendingTransfers(ctx.db, chainId);
  await ctx.events.announce(ctx, 'transfersSeen', { network, chainId, transfers });
}
