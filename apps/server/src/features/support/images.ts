import { addressBlock } from '../../platform/ip-address.ts';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { addImageBytes } from '../../platform/uploads/uploads.sql.ts';
import { BYTES_PER_MB, type Image } from '../../platform/uploads/read-image.ts';
import { storeUpload, openUpload, sendImage } from '../../platform/uploads/uploads.ts';
import { utcDay, DAY_MS } from '../../platform/clock.ts';
import { loadSettings } from '../settings/index.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { FastifyReply } from 'fastify';
import { findMessage } from './support.sql.ts';

/** Whether the caller may send images: admins, and buyers who have ordered or paid something. */
export async function maySendImages({ actor, db }: Ctx): Promise<boolean> {
  return actor.kind === 'user' && (actor.isAdmin || (await hasBought(db, actor.userId)));
}

/**
 * Stores a buyer's image, within a transaction that adds the message. Images fill the database, so nothing is stored of
 * people who have bought nothing (imagesForBuyers), nor beyond the bytes that their network or the whole shop may take
 * in a day (imagesUsedUp).
 */
export async function takeImage(step: Ctx, image: Image): Promise<string> {
  requireUser(step.actor);
  const { db, clock, address } = step;
  if (!(await maySendImages(step))) refuse('imagesForBuyers');
  const settings = await loadSettings(db);
  const bytes = image.bytes.length;
  const taken = await addImageBytes(db, { day: utcDay(clock.now()), block: addressBlock(address), bytes });
  if (taken.ofBlock > BigInt(settings.imageMbPerAddress * BYTES_PER_MB))
    refuse('imagesUsedUp', 'of the network');
  if (taken.ofShop > BigInt(settings.imageMbPerShop * BYTES_PER_MB)) refuse('imagesUsedUp', 'of the shop');
  return storeUpload(db, image);
}

export const supportImages = { table: 'support_messages', column: 'image' } as const;

/** Whether the user has ordered or paid anything, so that being here has cost them something. */
async function hasBought(db: Db, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where user_id = ${userId})
      or exists (select from recharges where user_id = ${userId} and credited_micro > 0) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

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

async function findAnyImage({ db }: Ctx, messageId: bigint): Promise<string> {
  return (await findMessage(db, messageId))?.image ?? refuse('notFound');
}

/** A conversation is over when nobody has written for so long; that of a closed profile sooner. */
const QUIET_MS = 180 * DAY_MS;

const CLOSED_PROFILE_MS = 30 * DAY_MS;

/**
 * Lets go of the images of conversations that are over, which `sweepUploads` then deletes: the messages stay, each with
 * when its image was deleted. Forgets how much blocked users wrote on days before.
 */
export async function expireImages({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`
    update support_messages message set image = null, text = '', image_deleted_at = ${now}
    from support_conversations one
    join users on users.id = one.user_id
    join support_messages last on last.id = one.last_message_id
    where message.user_id = one.user_id and message.image is not null
      and last.created_at < case users.status when 'closed' then ${before(CLOSED_PROFILE_MS)}::timestamptz
        else ${before(QUIET_MS)}::timestamptz end`.execute(db);
  await sql`delete from blocked_messages where day < ${utcDay(now)}::date`.execute(db);
  return { more: false };
}
