import { formatMicro, type Agent } from '@portside/contract';
import type { KnownAgentRow } from './known-agents.sql.ts';
import { formatPercent } from './percent.ts';

export const presentAgent = (row: KnownAgentRow): Agent => ({
  id: row.user_id.toString(),
  username: row.username,
  platform_name: row.platform_name,
  promotion_code: row.promotion_code,
  telegram: row.telegram,
  commission_percent: formatPercent(row.commission_basis_points),
  state: row.state,
  users: Number(row.users),
  commission_balance: formatMicro(row.commission_micro ?? 0n),
  created_at: row.created_at.toISOString(),
});
