import type { ConversationState, Data, Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { prefixPattern } from '../../platform/lists/pages.ts';
import { refuseField } from '../../platform/refusal.ts';
import { listMessages, type InboxRow } from './support.sql.ts';
import { openConversation, presentAnswered, presentConversation } from './add-message.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { foldName } from '../users/index.ts';

/** The shop's inbox: unread conversations first, then by latest activity. */
export async function listConversations(
  ctx: Ctx,
  { query }: Input<'listConversations'>,
): Promise<Data<'listConversations'>> {
  const filter = {
    search: query.q,
    isUnread: query.unread === undefined ? undefined : query.unread === 'true',
    state: query.state,
    assigned: query.assigned === 'me' ? requireUser(ctx.actor).userId : query.assigned,
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
  const [, state, id] =
    /^(unread|read)\.(\d{1,18})$/.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  return { isUnread: state === 'unread', lastMessageId: BigInt(id!) };
}

/** The position after which a page of the inbox starts. */
type InboxPlace = { readonly isUnread: boolean; readonly lastMessageId: bigint };

type InboxFilter = {
  /** A prefix of a username or an e-mail address, or a whole reference. */
  readonly search: string | undefined;
  readonly isUnread: boolean | undefined;
  readonly state: ConversationState | undefined;
  /** A colleague's id. */
  readonly assigned: bigint | 'nobody' | undefined;
  readonly after: InboxPlace | undefined;
};

const selectInbox = (db: Db) =>
  db
    .selectFrom('support_conversations as one')
    .innerJoin('users', 'users.id', 'one.user_id')
    .leftJoin('support_messages as last', 'last.id', 'one.last_message_id')
    .leftJoin('users as assignee', 'assignee.id', 'one.assigned_to')
    .selectAll('one')
    .select(['users.username', 'users.email', 'users.status'])
    .select('assignee.username as assignee')
    .select(['last.sender', 'last.answered_by', 'last.text', 'last.image', 'last.image_deleted_at'])
    .select(['last.created_at as written_at']);

type SelectedRow = Awaited<ReturnType<ReturnType<typeof selectInbox>['executeTakeFirstOrThrow']>>;

function toInbox({
  sender,
  answered_by,
  text,
  image,
  image_deleted_at,
  written_at,
  ...row
}: SelectedRow): InboxRow {
  const { user_id, last_message_id: id } = row;
  const isEmpty = id === null || sender === null || written_at === null;
  return {
    ...row,
    last: isEmpty
      ? null
      : { id, user_id, sender, answered_by, text, image, image_deleted_at, created_at: written_at },
  };
}

export async function findInboxRow(db: Db, userId: bigint): Promise<InboxRow> {
  return toInbox(await selectInbox(db).where('one.user_id', '=', userId).executeTakeFirstOrThrow());
}

/** The ids of the users that a search matches; each condition has its own index. */
function selectMatchingUsers(db: Db, search: string) {
  const beginning = prefixPattern(foldName(search));
  return db
    .selectFrom('users')
    .select('id')
    .where((is) => is.or([is('username_key', 'like', beginning), is('email_key', 'like', beginning)]))
    .union(
      db
        .selectFrom('support_conversations')
        .select('user_id as id')
        .where('reference', '=', search.toUpperCase()),
    );
}

const IS_CLOSED = sql`coalesce(one.closed_through >= one.last_message_id, false)`;

/** As `stateOf` presents it. */
const inState = (state: ConversationState) =>
  state === 'closed'
    ? sql<boolean>`${IS_CLOSED}`
    : sql<boolean>`not ${IS_CLOSED} and last.sender = ${state === 'waiting' ? 'shop' : 'user'}`;

/** Conversations with messages: unread ones first, then by latest activity. */
async function listInbox(
  db: Db,
  { search, isUnread, state, assigned, after }: InboxFilter,
  limit: number,
): Promise<InboxRow[]> {
  const rows = await selectInbox(db)
    .where('one.last_message_id', 'is not', null)
    .$if(search !== undefined, (query) => query.where('one.user_id', 'in', selectMatchingUsers(db, search!)))
    .$if(isUnread !== undefined, (query) =>
      query.where(sql<boolean>`(one.unread_by_shop > 0) = ${isUnread!}`),
    )
    .$if(state !== undefined, (query) => query.where(inState(state!)))
    .$if(assigned === 'nobody', (query) => query.where('one.assigned_to', 'is', null))
    .$if(typeof assigned === 'bigint', (query) => query.where('one.assigned_to', '=', assigned as bigint))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(one.unread_by_shop > 0, one.last_message_id) < (${after!.isUnread}, ${after!.lastMessageId})`,
      ),
    )
    .orderBy(sql`one.unread_by_shop > 0`, 'desc')
    .orderBy('one.last_message_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toInbox);
}

async function countUnreadConversations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('support_conversations')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('last_message_id', 'is not', null)
    .where(sql<boolean>`unread_by_shop > 0`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Conversations with messages that the shop has not read, and the time of the oldest one; null for none. */
export async function findUnansweredConversations(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(first.created_at) as since
    from support_conversations one
    cross join lateral (
      select created_at from support_messages
      where user_id = one.user_id and id > one.read_by_shop and sender = 'user'
      order by id limit 1) as first
    where one.last_message_id is not null and one.unread_by_shop > 0`.execute(db);
  return toBacklog(rows[0]);
}
