import {
  isStaffEvent,
  mayChoose,
  NOTICE_EVENTS,
  NOTICE_WAYS,
  NOTICES,
  toldBy,
  type Notice,
  type NoticeEvent,
  type NoticeWay,
} from '@portside/contract/notices/notices';
import type { Data, Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { isWithin } from '../../platform/ip-address.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { sweepTelegram } from './telegram-links.ts';
import { countUnread, isReadable, publishUnread, type NoticeReaders } from './notify.ts';
import { readOwnTexts, wordNotice } from './own-texts.ts';

/**
 * The caller's notices, newest first. A page is shorter where something is gone that a notice was about. Those of the
 * back office are left out where it does not open.
 */
export async function listNotices(
  ctx: Ctx,
  { query }: Input<'listNotices'>,
  { readers, officeAddresses }: { readers: NoticeReaders; officeAddresses: readonly string[] },
): Promise<Data<'listNotices'>> {
  const { userId } = requireUser(ctx.actor);
  const isElsewhere = !isWithin(officeAddresses, ctx.address);
  const now = ctx.clock.now();
  const before = readIdCursor(query.cursor);
  const rows = await ctx.db
    .selectFrom('notices')
    .select(['id', 'event', 'reference', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .where('is_listed', '=', true)
    .where(isReadable(isElsewhere))
    .$if(before !== undefined, (select) => select.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const ownTexts = await readOwnTexts(ctx.db, ctx.language);
  const items: Notice[] = [];
  for (const row of shown) {
    const told = await readers[row.event](ctx, row.reference, 'page');
    if (!told) continue;
    const { title, lines, quote } = wordNotice(told, ctx.language, ownTexts);
    items.push({
      id: row.id.toString(),
      event: row.event,
      title: title.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(ctx.language)),
      lines: [...lines],
      quote: quote === undefined || quote === '' ? null : quote,
      path: told.path,
      // Later while it waits to be sent.
      created_at: (row.created_at < now ? row.created_at : now).toISOString(),
      is_read: row.read_at !== null,
    });
  }
  const unread = await countUnread(ctx.db, userId, isElsewhere);
  return { items, next_cursor: nextCursor, total: null, unread, newest: shown[0]?.id.toString() ?? null };
}

/** Marks the caller's notices up to that one as read, of those that they can read here. */
export async function markNoticesRead(
  ctx: Ctx,
  { body }: Input<'markNoticesRead'>,
  officeAddresses: readonly string[],
): Promise<Data<'markNoticesRead'>> {
  const { userId } = requireUser(ctx.actor);
  const isElsewhere = !isWithin(officeAddresses, ctx.address);
  return inTransaction(ctx, async (step) => {
    await step.db
      .updateTable('notices')
      .set({ read_at: step.clock.now() })
      .where('user_id', '=', userId)
      .where('id', '<=', BigInt(body.up_to))
      .where('read_at', 'is', null)
      .where(isReadable(isElsewhere))
      .execute();
    await publishUnread(step, userId);
    return { unread: await countUnread(step.db, userId, isElsewhere) };
  });
}

/** What the caller is told of, which for staff is what their role may act on, and on which ways. */
export async function listNoticeChoices({ db, actor }: Ctx): Promise<Data<'listNoticeChoices'>> {
  const { userId, isAdmin, actions } = requireUser(actor);
  const rows = await db.selectFrom('notice_choices').selectAll().where('user_id', '=', userId).execute();
  const mayAct = (event: NoticeEvent): boolean => {
    if (!isStaffEvent(event)) return true;
    const { staff } = NOTICES[event];
    return staff === 'office' ? isAdmin : actions.has(staff);
  };
  return {
    items: NOTICE_EVENTS.filter(mayAct).map((event) =>
      presentChoice(
        event,
        rows.filter((row) => row.event === event),
      ),
    ),
  };
}

/** Switches one kind on or off, on the ways named. Refuses a way that it always or never comes (invalidFormat). */
export async function setNoticeChoice(
  ctx: Ctx,
  { body: { event, by_page, by_mail, by_telegram } }: Input<'setNoticeChoice'>,
): Promise<Data<'setNoticeChoice'>> {
  const { userId } = requireUser(ctx.actor);
  const wanted = Object.entries({ page: by_page, mail: by_mail, telegram: by_telegram }).flatMap(
    ([way, isOn]) =>
      isOn === undefined ? [] : [{ user_id: userId, event, way: way as NoticeWay, is_on: isOn }],
  );
  if (wanted.length === 0) refuse('invalidFormat', 'no way');
  if (wanted.some(({ way }) => !mayChoose(event, way))) refuse('invalidFormat', 'no choice');
  await ctx.db
    .insertInto('notice_choices')
    .values(wanted)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'event', 'way'])
        .doUpdateSet((is) => ({ is_on: is.ref('excluded.is_on') })),
    )
    .execute();
  const rows = await ctx.db
    .selectFrom('notice_choices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .execute();
  return presentChoice(event, rows);
}

function presentChoice(
  event: NoticeEvent,
  chosen: readonly { readonly way: NoticeWay; readonly is_on: boolean }[],
): Data<'setNoticeChoice'> {
  const ways = NOTICE_WAYS.filter((way) => mayChoose(event, way));
  const isOn = (way: NoticeWay): boolean =>
    (ways.includes(way) ? chosen.find((one) => one.way === way)?.is_on : undefined) ??
    toldBy(event, way) ??
    false;
  return {
    event,
    is_staff: isStaffEvent(event),
    by_page: isOn('page'),
    by_mail: isOn('mail'),
    by_telegram: isOn('telegram'),
    ways,
    can_be_switched: ways.includes('mail'),
  };
}

const KEPT_MS = 90 * DAY_MS;
const BATCH = 1_000;

/** Deletes notices that are too old to tell anybody anything, and codes for Telegram that are over. */
export async function sweepNotices(ctx: Ctx): Promise<{ more: boolean }> {
  const { db, clock } = ctx;
  await sweepTelegram(ctx);
  const old = db
    .selectFrom('notices')
    .select('id')
    .where('created_at', '<', new Date(clock.now().getTime() - KEPT_MS))
    .limit(BATCH);
  const { numDeletedRows } = await db.deleteFrom('notices').where('id', 'in', old).executeTakeFirstOrThrow();
  return { more: numDeletedRows === BigInt(BATCH) };
}
