import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { holdDeposit } from '../../ledger/index.ts';
import { findBlock } from '../../wallets/index.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/** Senders that USDT itself has blocked. */
export type BlackList = ReadonlySet<Hex>;

/** What speaks against a deposit, beside the shop's own lists. */
export type Doubts = {
  readonly blackList: BlackList;
  /** Since when each wallet is the shop's; absent where nothing older can be read. */
  readonly since?: ReadonlyMap<Hex, Date>;
};

/** Why a deposit must not be credited before two persons looked at it; null where nothing speaks against it. */
export async function reasonToHold(
  db: Db,
  { network, from_address: sender, to_address: wallet, block_time: paidAt }: DepositRow,
  { blackList, since }: Doubts,
): Promise<string | null> {
  const ours = since?.get(wallet);
  // Blocks tell whole seconds.
  if (ours && paidAt.getTime() + 1_000 <= ours.getTime())
    return 'Paid before the wallet belonged to the shop';
  const blocked = await findBlock(db, network, sender);
  if (blocked) return `${blocked.list === 'own' ? 'Blocked wallet' : 'Sanctioned wallet'}: ${blocked.note}`;
  return blackList.has(sender) ? 'USDT has blocked the sender' : null;
}

/** Sets a deposit aside that was recorded just now. */
export async function holdRecorded(ctx: Ctx, deposit: DepositRow, heldReason: string): Promise<void> {
  const { id, network, amount_micro: amountMicro } = deposit;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'final', to: 'held', by: 'matcher', heldReason });
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be attributed`);
  await holdDeposit(ctx, { depositId: id, amountMicro });
  ctx.log.warn({ deposit: id, network, heldReason }, 'deposit held');
  await ctx.events.announce(ctx, 'depositHeld', { deposit });
}
