import { addressBlock } from '../../platform/address-block.ts';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { addImageBytes } from '../../platform/uploads/image-bytes.sql.ts';
import { BYTES_PER_MB, type Image } from '../../platform/uploads/image.ts';
import { storeUpload } from '../../platform/uploads/uploads.ts';
import { utcDay } from '../../platform/utc-day.ts';
import { loadSettings } from '../settings/index.ts';
import { hasBought } from './images.sql.ts';

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
