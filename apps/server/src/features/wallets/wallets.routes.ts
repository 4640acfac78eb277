import type { Routes } from '../../platform/http/routes.ts';
import { blockWallet, unblockWallet } from './block-wallet.ts';
import { listBlockedWallets } from './list-blocked-wallets.ts';
import { replaceSanctions } from './replace-sanctions.ts';

export const walletsRoutes = {
  listBlockedWallets,
  blockWallet,
  unblockWallet: (ctx, { params }) => unblockWallet(ctx, BigInt(params.id)).then(() => null),
  replaceSanctions,
} satisfies Partial<Routes>;
