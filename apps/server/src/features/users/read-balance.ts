import { formatBalance } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readAvailableMicro } from '../ledger/index.ts';

/** The caller's own; whose balance it is comes from the token and from nothing else. */
export async function readBalance({ db, actor }: Ctx): Promise<{ balance: string }> {
  const { userId } = requireUser(actor);
  return { balance: formatBalance(await readAvailableMicro(db, userId)) };
}
