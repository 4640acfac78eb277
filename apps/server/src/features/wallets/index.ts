/**
 * Owns the lists of wallets whose deposits are held: the operator's own and the sanctions lists. The deposits
 * feature screens against them and holds the deposits.
 */
import type { Routes } from '../../platform/http/routes.ts';
import {
  blockWallet,
  unblockWallet,
  listBlockedWallets,
  type SanctionsSources,
  exportBlockedWallets,
} from './blocked-wallets.ts';
import { replaceSanctions } from './sanctions.ts';

export { fetchSanctions } from './sanctions.ts';
export { listFetches } from './wallets.sql.ts';
export { parseAddressField, type SanctionsSources } from './blocked-wallets.ts';
export { findBlockedWallet, readSanctionsDate } from './wallets.sql.ts';

/** `sources` are the addresses of the sanctions lists. */
export const walletsRoutes = (sources: SanctionsSources) =>
  ({
    listBlockedWallets: (ctx, input) => listBlockedWallets(ctx, input, sources),
    exportBlockedWallets,
    blockWallet,
    unblockWallet: (ctx, { params }) => unblockWallet(ctx, BigInt(params.id)).then(() => null),
    replaceSanctions,
  }) satisfies Partial<Routes>;
