import { formatAddress } from '@portside/chain';
import type { BlockedWallet } from '@portside/contract';
import type { BlockedWalletRow } from './wallets.sql.ts';

export const presentBlocked = (row: BlockedWalletRow): BlockedWallet => ({
  id: row.id.toString(),
  type: row.network,
  address: formatAddress(row.network, row.address),
  list: row.list,
  note: row.note,
  created_at: row.created_at.toISOString(),
});
