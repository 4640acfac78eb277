import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import { findBlock } from '../../wallets/index.ts';
import type { DepositRow } from '../deposits.sql.ts';

/** Senders on the USDT contract's own blacklist. */
export type Blacklist = ReadonlySet<Hex>;

/** What deposits are screened against, beside the shop's own block lists. */
export type ScreeningInput = {
  readonly blacklist: Blacklist;
  /** Since when each wallet belongs to the shop; absent where only newer blocks are read. */
  readonly since?: ReadonlyMap<Hex, Date>;
};

/** Why a deposit must be held until two persons decide on it, as an English sentence; null where it is clear. */
export async function screenDeposit(
  db: Db,
  { network, from_address: sender, to_address: wallet, block_time: paidAt }: DepositRow,
  { blacklist, since }: ScreeningInput,
): Promise<string | null> {
  const ownedSince = since?.get(wallet);
  // Block times are whole seconds.
  if (ownedSince && paidAt.getTime() + 1_000 <= ownedSince.getTime())
    return 'Paid before the wallet belonged to the shop';
  const blocked = await findBlock(db, network, sender);
  if (blocked) return `${blocked.list === 'own' ? 'Blocked wallet' : 'Sanctioned wallet'}: ${blocked.note}`;
  return blacklist.has(sender) ? 'USDT has blocked the sender' : null;
}
