import { formatBalance, type User } from '@portside/contract';
import type { UserRow } from './users.sql.ts';

/** A user as they see themselves. */
export const presentUser = (user: UserRow, balanceMicro: bigint): User => ({
  id: user.id.toString(),
  username: user.username,
  email: user.email,
  balance: formatBalance(balanceMicro),
  isAdmin: user.role_id !== null,
  status: user.status,
  created_at: user.created_at.toISOString(),
});
