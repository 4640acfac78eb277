import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { isTokenTrusted } from './is-usable.ts';
import { listWatchedMethods, type Reader } from './read-methods.ts';

type WatchedTreasuries = {
  readonly chainId: number;
  readonly token: Hex;
  readonly treasuries: readonly Hex[];
  /** Since when each treasury belongs to the shop. */
  readonly since: ReadonlyMap<Hex, Date>;
  readonly checkouts: readonly Hex[];
};

/**
 * What the follower watches on a network: the newest method's chain and token, with the wallets and checkouts of all
 * its methods that are active or were retired within 90 days, and those that pay from buyers' addresses, which stay.
 * Null where there is none. Methods with an untrusted token are left out, so that its transfers are never credited;
 * without a right seal there is none.
 */
export async function listWatchedTreasuries(
  reader: Reader,
  type: Network,
  now: Date,
): Promise<WatchedTreasuries | null> {
  const methods = (await listWatchedMethods(reader, type, now)).filter(isTokenTrusted);
  const [newest] = methods;
  if (!newest) return null;
  const same = methods.filter(
    (method) => method.chain_id === newest.chain_id && method.contract_address === newest.contract_address,
  );
  return {
    chainId: Number(newest.chain_id),
    token: newest.contract_address,
    treasuries: [...new Set(same.map((method) => method.wallet_address))],
    // The rows are newest first, so the earliest time of a wallet remains.
    since: new Map(same.map((method) => [method.wallet_address, method.created_at])),
    checkouts: [...new Set(same.flatMap((method) => method.checkout_address ?? []))],
  };
}
