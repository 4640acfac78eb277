import type { Conversation, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { listPermissionHolders } from '../approvals/index.ts';
import { openConversation, presentConversation, publishConversation } from './add-message.ts';
import { findInboxRow } from './list-conversations.ts';
import { lockConversation, type ConversationRow } from './support.sql.ts';

export const MAY_ANSWER = 'support.answer';

/** Refuses an unknown user, and a colleague who may not answer (notFound). */
export async function assignConversation(
  ctx: Ctx,
  { params, body }: Input<'assignConversation'>,
): Promise<Conversation> {
  const assignee = body.assignee === undefined ? null : BigInt(body.assignee);
  const colleagues = await listPermissionHolders(ctx.db, MAY_ANSWER);
  if (assignee !== null && !colleagues.includes(assignee)) refuse('notFound', 'colleague');
  return change(ctx, BigInt(params.user_id), 'support.assign', () => ({ assigned_to: assignee }));
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
    const subject = `user:${userId}`;
    await recordAudit(step, { action, subject, before: factsOf(before), after: factsOf(after) });
    return presentConversation(await findInboxRow(step.db, userId));
  });
}
