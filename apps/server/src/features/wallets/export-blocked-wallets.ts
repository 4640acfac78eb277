import type { BlockedWallet, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, type Columns } from '../../platform/http/send-list.ts';
import { listBlockedWallets } from './list-blocked-wallets.ts';

const COLUMNS: Columns<BlockedWallet> = {
  id: (wallet) => wallet.id,
  created_at: (wallet) => wallet.created_at,
  network: (wallet) => wallet.type,
  address: (wallet) => wallet.address,
  list: (wallet) => wallet.list,
  note: (wallet) => wallet.note,
};

/** The block lists as a CSV file, newest first. */
export const exportBlockedWallets = (
  ctx: Ctx,
  { query }: Input<'exportBlockedWallets'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'blocked-wallets',
    action: 'wallet.export',
    subject: 'wallet',
    query,
    columns: COLUMNS,
    readPage: (page) => listBlockedWallets(ctx, { query: { ...query, ...page } }),
  });
