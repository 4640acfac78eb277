import type { Ctx } from '../context.ts';
import { deleteImageBytesBefore } from './image-bytes.sql.ts';
import { utcDay } from '../utc-day.ts';
import { deleteUnreferenced, type UploadReference } from './uploads.sql.ts';

const DAY_MS = 24 * 3_600_000;
/** An image and the row that refers to it are written together; a day leaves room for whatever restores a table. */
const UNREFERENCED_MS = DAY_MS;
const COUNTED_MS = 30 * DAY_MS;
const AT_ONCE = 200;

/** Deletes images that no row refers to, and counts of days long past. */
export async function sweepUploads(
  { db, clock }: Ctx,
  references: readonly UploadReference[],
): Promise<{ more: boolean }> {
  const now = clock.now().getTime();
  await deleteImageBytesBefore(db, utcDay(new Date(now - COUNTED_MS)));
  const deleted = await deleteUnreferenced(db, references, {
    before: new Date(now - UNREFERENCED_MS),
    limit: AT_ONCE,
  });
  return { more: deleted === AT_ONCE };
}
