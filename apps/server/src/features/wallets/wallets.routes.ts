import type { Routes } from '../../platform/http/routes.ts';
import { blockWallet, unblockWallet } from './block-wallet.ts';
import { exportBlockedWallets } from './export-blocked-wallets.ts';
import { listBlockedWallets } from './list-blocked-wallets.ts';
import { replaceSanctions } from './replace-sanctions.ts';
import type { SanctionsSources } from './sanctions-sources.ts';

/** `sources` are the addresses of the sanctions lists. */
export const walletsRoutes = (sources: SanctionsSources) =>
  ({
    listBlockedWallets: (ctx, input) => listBlockedWallets(ctx, input, sources),
    exportBlockedWallets,
    blockWallet,
    unblockWallet: (ctx, { params }) => unblockWallet(ctx, BigInt(params.id)).then(() => null),
    replaceSanctions,
  }) satisfies Partial<Routes>;
