import { formatBalance, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { findUserByUsername } from './users.sql.ts';

/**
 * The caller's available balance in USDT with two decimals. Callers with `user.read` can name another user; for anyone
 * else every other name is refused alike, whether it exists or not (noPermission).
 */
export async function readBalance(
  { db, actor }: Ctx,
  { query }: Input<'readBalance'>,
): Promise<{ balance: string }> {
  const { userId, actions } = requireUser(actor);
  if (query.username === undefined) return { balance: formatBalance(await readAvailableMicro(db, userId)) };
  const named = await findUserByUsername(db, query.username);
  const maySeeOthers = actions.has('user.read');
  if (named?.id !== userId && !maySeeOthers) refuse('noPermission');
  return { balance: formatBalance(await readAvailableMicro(db, (named ?? refuse('notFound')).id)) };
}
