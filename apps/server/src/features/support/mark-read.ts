import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { lockConversation, type ConversationRow, type ConversationSide, countAfter } from './support.sql.ts';
import { openConversation, publishConversation } from './add-message.ts';

/** Marks the shop's answers up to that one as read by the caller; returns how many are still unread. */
export async function markSupportRead(ctx: Ctx, upTo: bigint): Promise<{ unread: number }> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { after } = await markRead(step, { userId, reader: 'user', upTo });
    return { unread: after.unread_by_user };
  });
}

/** Marks a user's messages up to that one as read by the shop. The first reader is recorded in the audit log. */
export async function markConversationRead(ctx: Ctx, userId: bigint, upTo: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { before, after } = await markRead(step, { userId, reader: 'shop', upTo });
    if (before.unread_by_shop === after.unread_by_shop) return;
    await recordAudit(step, {
      action: 'support.markRead',
      subject: `user:${userId}`,
      before: { unread: before.unread_by_shop },
      after: { unread: after.unread_by_shop },
    });
  });
}

type Reading = { readonly userId: bigint; readonly reader: ConversationSide; readonly upTo: bigint };

/** The read position never moves back, nor beyond the last message. */
async function markRead(
  ctx: Ctx,
  { userId, reader, upTo }: Reading,
): Promise<{ before: ConversationRow; after: ConversationRow }> {
  const { db } = ctx;
  await openConversation(ctx, userId);
  const before = (await lockConversation(db, userId))!;
  const [known, sender] =
    reader === 'user' ? ([before.read_by_user, 'shop'] as const) : ([before.read_by_shop, 'user'] as const);
  const last = before.last_message_id ?? 0n;
  const readTo = upTo < last ? upTo : last;
  if (readTo <= known) return { before, after: before };
  const unread = await countAfter(db, userId, { sender, after: readTo });
  const after = await db
    .updateTable('support_conversations')
    .set(
      reader === 'user'
        ? { read_by_user: readTo, unread_by_user: unread }
        : { read_by_shop: readTo, unread_by_shop: unread },
    )
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishConversation(ctx, after, null);
  return { before, after };
}
