import { listPermissionHolders } from '../approvals/index.ts';
import { MAY_ANSWER } from './assign-conversation.ts';
import type { Data, Input, SupportContact } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { findAgentByCode, findAgentOfUser, type AgentRow } from '../agents/index.ts';
import { loadSettings, readShopName } from '../settings/index.ts';
import { openConversation, presentMessage } from './add-message.ts';
import { maySendImages } from './images.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { listMessages } from './support.sql.ts';

/** The contact for the caller, and the state of their conversation. A visitor's agent comes from a promotion code. */
export async function readSupport(ctx: Ctx, { query }: Input<'readSupport'>): Promise<Data<'readSupport'>> {
  const { actor, db } = ctx;
  if (actor.kind !== 'user') {
    const { promotion_code: code } = query;
    const agent = code === undefined ? undefined : await findAgentByCode(db, code);
    return { contact: await contactOf(ctx, agent), reference: null, unread: 0, may_send_images: false };
  }
  const { reference, unread_by_user: unread } = await openConversation(ctx, actor.userId);
  const contact = await contactOf(ctx, await findAgentOfUser(db, actor.userId));
  return { contact, reference, unread, may_send_images: await maySendImages(ctx) };
}

/** The agent's contact, or the shop's if the agent has none. */
async function contactOf({ db, language }: Ctx, agent: AgentRow | undefined): Promise<SupportContact> {
  if (agent && agent.telegram !== '')
    return { from: 'agent', name: agent.platform_name, telegram: agent.telegram };
  const { telegram } = await loadSettings(db);
  return { from: 'shop', name: await readShopName(db, language), telegram };
}

/** The messages of the caller's conversation, newest first. */
export async function listSupportMessages(
  ctx: Ctx,
  { query }: Input<'listSupportMessages'>,
): Promise<Data<'listSupportMessages'>> {
  const { userId } = requireUser(ctx.actor);
  const { unread_by_user: unread } = await openConversation(ctx, userId);
  return { ...(await readMessages(ctx.db, userId, query)), unread };
}

/** A page of a user's conversation as they see it, newest first. */
export async function readMessages(
  db: Db,
  userId: bigint,
  { cursor, limit }: Input<'listSupportMessages'>['query'],
): Promise<Data<'listMessagesWhileBlocked'>> {
  const place = { before: readIdCursor(cursor), limit: limit + 1 };
  const { shown, nextCursor } = cutPage(await listMessages(db, userId, place), limit);
  return { items: shown.map(presentMessage), next_cursor: nextCursor, total: null };
}

/** Who may answer, by name. */
export async function listSupportColleagues({ db }: Ctx): Promise<Data<'listSupportColleagues'>> {
  const ids = await listPermissionHolders(db, MAY_ANSWER);
  if (ids.length === 0) return { items: [] };
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...ids])
    .orderBy('username_key')
    .execute();
  return { items: rows.map(({ id, username }) => ({ id: id.toString(), username })) };
}
