import type { ChainTransfer, Quarantined } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import { findOwners } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import type { AssetId, OwnedTransfer } from '../deposits.sql.ts';

type Sorted = {
  /** To a wallet of the shop, or to a buyer's own address, with its owner. */
  readonly received: OwnedTransfer[];
  /** From a buyer's own address, whose code pays to the treasury only. */
  readonly swept: ChainTransfer[];
  /** From a wallet of the shop, or to an address that is recorded but not the shop's. */
  readonly refused: Quarantined[];
  /** Those from a wallet of the shop to a buyer's own address: no payment, but the money is there. */
  readonly sentByShop: OwnedTransfer[];
};

/**
 * Tells payments to buyers' own addresses from payments to wallets, and sweeps from both. Wallets count by their seal and
 * addresses by the shop's key, so that nobody who can write to the database makes their own address count. What a wallet
 * of the shop sends is no payment, also where only addresses were read and the reader does not know the wallets.
 */
export async function sortTransfers(
  ctx: Ctx,
  asset: AssetId,
  transfers: readonly ChainTransfer[],
): Promise<Sorted> {
  const sorted: Sorted = { received: [], swept: [], refused: [], sentByShop: [] };
  if (transfers.length === 0) return sorted;
  const addresses = new Set(transfers.flatMap(({ from, to }) => [from, to]));
  const owners = await findOwners(ctx, asset, [...addresses]);
  const watched = await listWatchedTreasuries(ctx, asset.network, ctx.clock.now());
  if (!watched) throw new Error(`${asset.network} has no wallets that count`);
  for (const transfer of transfers) {
    const { from, to } = transfer;
    const ownerId = owners.get(to) ?? null;
    if (owners.has(from)) sorted.swept.push(transfer);
    else if (watched.treasuries.includes(from)) {
      sorted.refused.push(quarantinedOf(transfer, 'logOwn'));
      if (ownerId !== null) sorted.sentByShop.push({ ...transfer, ownerId });
    } else if (ownerId !== null || watched.treasuries.includes(to))
      sorted.received.push({ ...transfer, ownerId });
    else sorted.refused.push(quarantinedOf(transfer, 'logAddress'));
  }
  return sorted;
}

/** A transfer that is quarantined for a reason without facts. */
export const quarantinedOf = (
  { txHash, ordinal, blockNumber }: ChainTransfer,
  code: 'logOwn' | 'logAddress' | 'logRecordedOtherwise',
): Quarantined => ({ txHash, ordinal, blockNumber, reason: { code, facts: {} } });
