import type { Finding } from '@portside/contract';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import { findBlockedWallet } from '../../wallets/index.ts';
import type { DepositRow } from '../deposits.sql.ts';

/** Senders on the USDT contract's own blacklist. */
export type Blacklist = ReadonlySet<Hex>;

/** What deposits are screened against, beside the shop's own block lists. */
export type ScreeningInput = {
  readonly blacklist: Blacklist;
  /** Since when each wallet belongs to the shop; absent where only newer blocks are read. */
  readonly since?: ReadonlyMap<Hex, Date>;
};

/** Why a deposit must be held until two people decide on it, null where it is clear. */
export async function screenDeposit(
  db: Db,
  { network, from_address: sender, to_address: wallet, block_time: paidAt }: DepositRow,
  { blacklist, since }: ScreeningInput,
): Promise<Finding | null> {
  const ownedSince = since?.get(wallet);
  // Block times are whole seconds.
  if (ownedSince && paidAt.getTime() + 1_000 <= ownedSince.getTime())
    return { code: 'depositBeforeOwned', facts: {} };
  const blocked = await findBlockedWallet(db, network, sender);
  const code = blocked?.list === 'own' ? 'senderBlocked' : 'senderSanctioned';
  if (blocked) return { code, facts: { note: blocked.note } };
  return blacklist.has(sender) ? { code: 'senderBlacklisted', facts: {} } : null;
}
