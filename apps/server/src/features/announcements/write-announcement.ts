import type { Db } from '../../platform/db/db.ts';
import type { Announcement, AuditAction, Input, AnnouncementPosition } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { cleanTexts, withoutEmptyTexts } from '../goods/index.ts';
import { isShown, presentAnnouncement } from './list-announcements.ts';
import { type AnnouncementRow } from './announcements.sql.ts';
import { EVERYBODY } from '../../platform/hub/hub-link.ts';

/** Creates an announcement, published at once if its state says so. Refuses as `parseInput` does. */
export async function createAnnouncement(
  ctx: Ctx,
  { body }: Input<'createAnnouncement'>,
): Promise<Announcement> {
  return inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    const after = await step.db
      .insertInto('announcements')
      .values({ ...valuesOf(parseInput(body, now, null)), created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    return publishAndRecord(step, 'announcement.create', null, after);
  });
}

/** Replaces an announcement; open pages are notified if it is or was shown. Refuses an unknown one (notFound). */
export async function updateAnnouncement(
  ctx: Ctx,
  { params, body }: Input<'updateAnnouncement'>,
): Promise<Announcement> {
  return inTransaction(ctx, async (step) => {
    const before = (await lockAnnouncement(step.db, BigInt(params.id))) ?? refuse('notFound');
    const input = parseInput(body, step.clock.now(), before.published_at);
    const after = await step.db
      .updateTable('announcements')
      .set(valuesOf(input))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return publishAndRecord(step, 'announcement.update', before, after);
  });
}

/** Deletes an announcement; open pages are notified if it was shown. Refuses an unknown one (notFound). */
export async function deleteAnnouncement(ctx: Ctx, id: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const before = (await lockAnnouncement(step.db, id)) ?? refuse('notFound');
    await step.db.deleteFrom('announcements').where('id', '=', id).execute();
    if (isShown(before, step.clock.now())) publishPositions(step, positionsOf(before));
    const subject = `announcement:${id}`;
    await recordAudit(step, { action: 'announcement.delete', subject, before: factsOf(before) });
  });
}

type AnnouncementInput = Input<'createAnnouncement'>['body'];

/** Refuses an end before the start (invalidFormat) and a title in no language (missingParameters). */
function parseInput(input: AnnouncementInput, now: Date, publishedAt: Date | null): AnnouncementValues {
  const title = withoutEmptyTexts(input.title);
  if (Object.keys(title).length === 0) refuseField('missingParameters', 'title', 'missing');
  const starts_at = input.starts_at === undefined ? null : new Date(input.starts_at);
  const ends_at = input.ends_at === undefined ? null : new Date(input.ends_at);
  if (starts_at && ends_at && starts_at >= ends_at) refuseField('invalidFormat', 'ends_at', 'wrong');
  const published_at = input.state === 'published' ? (publishedAt ?? now) : null;
  return {
    position: input.position,
    also_at: [...new Set(input.also_at ?? [])].filter((one) => one !== input.position),
    state: input.state,
    title,
    body: cleanTexts(input.body),
    starts_at,
    ends_at,
    published_at,
    is_start_published: isShown({ published_at, starts_at, ends_at }, now),
    updated_at: now,
  };
}

async function publishAndRecord(
  ctx: Ctx,
  action: AuditAction,
  before: AnnouncementRow | null,
  after: AnnouncementRow,
): Promise<Announcement> {
  const now = ctx.clock.now();
  const concerned = [before, after].filter((row) => row !== null && isShown(row, now));
  publishPositions(
    ctx,
    concerned.flatMap((row) => positionsOf(row!)),
  );
  const subject = `announcement:${after.id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return presentAnnouncement(after, now);
}

const positionsOf = ({ position, also_at: others }: Pick<AnnouncementRow, 'position' | 'also_at'>) => [
  position,
  ...others,
];

const factsOf = ({ position, also_at, state, title, body, starts_at, ends_at }: AnnouncementRow) => ({
  position,
  ...(also_at.length > 0 && { also_at }),
  state,
  title,
  body,
  starts_at,
  ends_at,
});

/** Notifies every open page that these positions have changed; each page then fetches them in its own language. */
function publishPositions({ live }: Ctx, positions: readonly AnnouncementPosition[]): void {
  for (const position of new Set(positions)) {
    live.publish({ to: EVERYBODY, name: 'announcement', data: { position } });
  }
}

/** Notifies open pages, once, of announcements whose start time has come. */
export const publishStarted = (ctx: Ctx): Promise<{ more: boolean }> =>
  inTransaction(ctx, async (step) => {
    const started = await step.db
      .updateTable('announcements')
      .set({ is_start_published: true })
      .where('state', '=', 'published')
      .where('is_start_published', '=', false)
      .where('starts_at', '<=', step.clock.now())
      .returning(['position', 'also_at'])
      .execute();
    publishPositions(step, started.flatMap(positionsOf));
    return { more: false };
  });

/** Locks the announcement until the transaction ends. */
const lockAnnouncement = (db: Db, id: bigint): Promise<AnnouncementRow | undefined> =>
  db.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type AnnouncementValues = Omit<AnnouncementRow, 'id' | 'created_at'>;

const valuesOf = ({ title, body, ...rest }: AnnouncementValues) => ({
  ...rest,
  title: JSON.stringify(title),
  body: JSON.stringify(body),
});
