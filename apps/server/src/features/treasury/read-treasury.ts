import { formatAddress } from '@portside/chain';
import { formatMicro, NETWORKS, type Data } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { presentChain, readChainHealth } from '../deposits/index.ts';
import { listWatchedTreasuries } from '../payment-methods/index.ts';
import { listLooks, listLooksAt, readBooks, type SumInflow } from './treasury.sql.ts';

/**
 * Balances of wallets and of buyers' own addresses against what the shop owes, and recorded deposits against the ledger,
 * whose inflow a higher feature may add up sooner.
 */
export async function readTreasury(ctx: Ctx, sumInflow?: SumInflow): Promise<Data<'readTreasury'>> {
  const { db, clock } = ctx;
  const [looks, books, health, isKnown] = await Promise.all([
    listLooks(db),
    readBooks(db, sumInflow),
    readChainHealth(ctx, clock.now()),
    areBalancesKnown(ctx),
  ]);
  const owedMicro =
    books.balancesMicro + books.unmatchedMicro + books.heldMicro + books.smallMicro + books.commissionMicro;
  const onChainMicro = books.onWalletsMicro + books.onAddressesMicro;
  return {
    wallets: looks.map((look) => ({
      type: look.network,
      chain_id: Number(look.chain_id),
      wallet_address: formatAddress(look.network, look.wallet_address),
      on_chain: look.on_chain_micro === null ? null : formatMicro(look.on_chain_micro),
      problem: look.problem,
      looked_at: look.looked_at.toISOString(),
    })),
    on_chain: formatMicro(onChainMicro),
    on_wallets: formatMicro(books.onWalletsMicro),
    on_addresses: formatMicro(books.onAddressesMicro),
    addresses: NETWORKS.flatMap((type) => {
      const micro = books.onAddressesOf[type];
      return micro === null ? [] : [{ type, amount: formatMicro(micro) }];
    }),
    owed: formatMicro(owedMicro),
    owed_to: {
      balances: formatMicro(books.balancesMicro),
      unmatched: formatMicro(books.unmatchedMicro),
      held: formatMicro(books.heldMicro),
      small: formatMicro(books.smallMicro),
      commission: formatMicro(books.commissionMicro),
    },
    // Deposits recorded after a balance was read are owed already but not part of that balance. A wallet that was
    // never looked at holds an unknown balance, not none.
    is_covered: !isKnown || onChainMicro + books.arrivedMicro >= owedMicro,
    books: NETWORKS.map((type) => ({
      type,
      recorded: formatMicro(books.recordedMicro[type]),
      ledger: formatMicro(books.inflowMicro[type]),
      in_order: books.recordedMicro[type] === books.inflowMicro[type],
    })),
    chains: health.map(presentChain),
  };
}

/** Whether every watched wallet's balance was read. */
async function areBalancesKnown(ctx: Ctx): Promise<boolean> {
  const known = await Promise.all(
    NETWORKS.map(async (network) => {
      const watched = await listWatchedTreasuries(ctx, network, ctx.clock.now());
      if (!watched) return true;
      const looks = await listLooksAt(ctx.db, BigInt(watched.chainId), watched.treasuries);
      const found = looks.filter(({ on_chain_micro }) => on_chain_micro !== null);
      return found.length === watched.treasuries.length;
    }),
  );
  return known.every(Boolean);
}
