import type { Data, Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { setDismissed } from './address-notices.sql.ts';

/**
 * A change of one's own address is not shown again, on any device; again, the same. Refuses another user's (notFound).
 */
export async function dismissAddressChange(
  { db, actor, clock }: Ctx,
  { params }: Input<'dismissAddressChange'>,
): Promise<Data<'dismissAddressChange'>> {
  const { userId } = requireUser(actor);
  if (!(await setDismissed(db, userId, BigInt(params.id), clock.now()))) refuse('notFound', 'no such change');
  return null;
}
