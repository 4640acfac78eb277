import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import { isTokenTrusted } from './is-usable.ts';
import { listWatchedMethods } from './payment-methods.sql.ts';

export type WatchedTreasuries = {
  readonly chainId: number;
  readonly token: Hex;
  readonly treasuries: readonly Hex[];
  /** Since when each of them is the shop's. */
  readonly since: ReadonlyMap<Hex, Date>;
  readonly checkouts: readonly Hex[];
};

/**
 * What to look for on a network: the newest method's chain and token, with the wallets and checkouts of
 * every method there that is active or was retired within 90 days. Null where nothing can be paid. A method
 * whose token was changed behind the code's back is not looked at: else its deposits would be credited.
 */
export async function listWatchedTreasuries(
  db: Db,
  type: Network,
  now: Date,
): Promise<WatchedTreasuries | null> {
  const methods = (await listWatchedMethods(db, type, now)).filter(isTokenTrusted);
  const [newest] = methods;
  if (!newest) return null;
  const same = methods.filter(
    (method) => method.chain_id === newest.chain_id && method.contract_address === newest.contract_address,
  );
  return {
    chainId: Number(newest.chain_id),
    token: newest.contract_address,
    treasuries: [...new Set(same.map((method) => method.wallet_address))],
    // Newest first, so that the earliest is what stays.
    since: new Map(same.map((method) => [method.wallet_address, method.created_at])),
    checkouts: [...new Set(same.flatMap((method) => method.checkout_address ?? []))],
  };
}
