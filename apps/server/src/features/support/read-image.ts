import { requireAction, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findMessage } from './messages.sql.ts';

/** The name of the image that the caller or the shop sent in the caller's conversation. Others' do not exist. */
export async function findOwnImage({ actor, db }: Ctx, messageId: bigint): Promise<string> {
  const { userId } = requireUser(actor);
  const message = await findMessage(db, messageId);
  return (message?.user_id === userId ? message.image : null) ?? refuse('notFound');
}

/** The name of an image in any conversation, for the shop's side. */
export async function findAnyImage({ actor, db }: Ctx, messageId: bigint): Promise<string> {
  requireAction(actor, 'support.read');
  return (await findMessage(db, messageId))?.image ?? refuse('notFound');
}
