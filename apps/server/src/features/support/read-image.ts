import type { FastifyReply } from 'fastify';
import { requireAction, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sendImage } from '../../platform/http/send-image.ts';
import { refuse } from '../../platform/refusal.ts';
import { openUpload } from '../../platform/uploads/uploads.ts';
import { findMessage } from './messages.sql.ts';

/** Answers with an image of the caller's own conversation. Refuses any other like an unknown one (notFound). */
export const readSupportImage = async (ctx: Ctx, messageId: bigint, reply: FastifyReply): Promise<unknown> =>
  sendImage(reply, await openUpload(ctx.db, await findOwnImage(ctx, messageId)), { isPublic: false });

/** Answers with an image of any conversation, for admins. */
export const readConversationImage = async (
  ctx: Ctx,
  messageId: bigint,
  reply: FastifyReply,
): Promise<unknown> =>
  sendImage(reply, await openUpload(ctx.db, await findAnyImage(ctx, messageId)), { isPublic: false });

async function findOwnImage({ actor, db }: Ctx, messageId: bigint): Promise<string> {
  const { userId } = requireUser(actor);
  const message = await findMessage(db, messageId);
  return (message?.user_id === userId ? message.image : null) ?? refuse('notFound');
}

async function findAnyImage({ actor, db }: Ctx, messageId: bigint): Promise<string> {
  requireAction(actor, 'support.read');
  return (await findMessage(db, messageId))?.image ?? refuse('notFound');
}
