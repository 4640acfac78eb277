import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  countUnreadConversations,
  findInboxRow,
  listInbox,
  type InboxPlace,
  type InboxRow,
} from './inbox.sql.ts';
import { listMessages } from './messages.sql.ts';
import { openConversation } from './open-conversation.ts';
import { presentAnswered, presentConversation } from './support.present.ts';

/** The shop's inbox: unread conversations first, then by latest activity. */
export async function listConversations(
  ctx: Ctx,
  { query }: Input<'listConversations'>,
): Promise<Data<'listConversations'>> {
  requireAction(ctx.actor, 'support.read');
  const filter = {
    search: query.q,
    isUnread: query.unread === undefined ? undefined : query.unread === 'true',
    after: readPlace(query.cursor),
  };
  const rows = await listInbox(ctx.db, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  return {
    items: shown.map(presentConversation),
    next_cursor: rows.length > query.limit ? writePlace(shown.at(-1)!) : null,
    total: null,
    unread_conversations: await countUnreadConversations(ctx.db),
  };
}

/** One user's conversation, its messages newest first. Refuses an unknown user (notFound). */
export async function readConversation(
  ctx: Ctx,
  { params, query }: Input<'readConversation'>,
): Promise<Data<'readConversation'>> {
  requireAction(ctx.actor, 'support.read');
  const userId = BigInt(params.user_id);
  await openConversation(ctx, userId);
  const place = { before: readIdCursor(query.cursor), limit: query.limit + 1 };
  const { shown, nextCursor } = cutPage(await listMessages(ctx.db, userId, place), query.limit);
  return {
    conversation: presentConversation(await findInboxRow(ctx.db, userId)),
    items: shown.map(presentAnswered),
    next_cursor: nextCursor,
    total: null,
  };
}

const writePlace = ({ unread_by_shop, last_message_id }: InboxRow): string =>
  `${unread_by_shop > 0 ? 'unread' : 'read'}.${last_message_id}`;

function readPlace(cursor: string | undefined): InboxPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, state, id] = /^(unread|read)\.(\d{1,18})$/.exec(cursor) ?? refuse('invalidFormat', 'cursor');
  return { isUnread: state === 'unread', lastMessageId: BigInt(id!) };
}
