import { formatBalance, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { findUserByUsername } from './users.sql.ts';

/** The caller's own, whatever else is named; an admin who may see users may name one. */
export async function readBalance(
  { db, actor }: Ctx,
  { query }: Input<'readBalance'>,
): Promise<{ balance: string }> {
  const { userId, actions } = requireUser(actor);
  const isNamed = query.username !== undefined && actions.has('user.read');
  const named = isNamed ? ((await findUserByUsername(db, query.username!)) ?? refuse('notFound')) : null;
  return { balance: formatBalance(await readAvailableMicro(db, named?.id ?? userId)) };
}
