import type { Conversation, Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { listPermissionHolders } from '../approvals/index.ts';
import { nextReference, notifyStaff } from '../notices/index.ts';
import { findUser } from '../users/index.ts';
import { openConversation, presentConversation, publishConversation } from './add-message.ts';
import { findInboxRow } from './list-conversations.ts';
import { lockConversation, type ConversationRow } from './support.sql.ts';

export const MAY_ANSWER = 'support.answer';

/** Tells the colleague, unless they took it themselves. Refuses an unknown user, and who may not answer (notFound). */
export async function assignConversation(
  ctx: Ctx,
  { params, body }: Input<'assignConversation'>,
): Promise<Conversation> {
  const assignee = body.assignee === undefined ? null : BigInt(body.assignee);
  const colleagues = await listPermissionHolders(ctx.db, MAY_ANSWER);
  if (assignee !== null && !colleagues.includes(assignee)) refuse('notFound', 'colleague');
  return change(
    ctx,
    BigInt(params.user_id),
    'support.assign',
    () => ({ assigned_to: assignee }),
    (step, before) => tellAssignee(step, before, assignee),
  );
}

async function tellAssignee(
  ctx: Ctx,
  { user_id: userId, assigned_to: before }: ConversationRow,
  assignee: bigint | null,
): Promise<void> {
  const { userId: by } = requireUser(ctx.actor);
  if (assignee === null || assignee === before || assignee === by) return;
  const [user, colleague] = [await findUser(ctx.db, userId), await findUser(ctx.db, by)];
  await notifyStaff(ctx, {
    event: 'supportAssigned',
    reference: await nextReference(ctx.db),
    facts: { user: user!.username, userId: String(userId), by: colleague!.username },
    to: [assignee],
  });
}

/** Stays open where a message came after the one that the caller saw last. Refuses an unknown user (notFound). */
export const closeConversation = (
  ctx: Ctx,
  { params, body }: Input<'closeConversation'>,
): Promise<Conversation> =>
  change(ctx, BigInt(params.user_id), 'support.close', ({ last_message_id: last }) => {
    const seen = body.up_to === undefined ? last : BigInt(body.up_to);
    const through = last !== null && seen !== null && seen > last ? last : seen;
    return { closed_through: body.closed ? through : null };
  });

type Care = Partial<Pick<ConversationRow, 'assigned_to' | 'closed_through'>>;

const factsOf = ({ assigned_to: assignee, closed_through: closed }: Care) => ({
  assigned_to: assignee?.toString() ?? null,
  closed_through: closed?.toString() ?? null,
});

async function change(
  ctx: Ctx,
  userId: bigint,
  action: 'support.assign' | 'support.close',
  changeOf: (before: ConversationRow) => Care,
  andThen?: (step: Ctx, before: ConversationRow) => Promise<void>,
): Promise<Conversation> {
  return inTransaction(ctx, async (step) => {
    await openConversation(step, userId);
    const before = (await lockConversation(step.db, userId))!;
    const after = await step.db
      .updateTable('support_conversations')
      .set(changeOf(before))
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await publishConversation(step, after, null);
    await andThen?.(step, before);
    const subject = `user:${userId}`;
    await recordAudit(step, { action, subject, before: factsOf(before), after: factsOf(after) });
    return presentConversation(await findInboxRow(step.db, userId));
  });
}
