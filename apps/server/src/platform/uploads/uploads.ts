import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../db/db.ts';
import { refuse } from '../refusal.ts';
import type { Image, ImageType } from './read-image.ts';
import {
  deleteUpload,
  findUpload,
  insertUpload,
  readUploadPart,
  deleteImageBytesBefore,
  deleteUnreferenced,
  type UploadReference,
} from './uploads.sql.ts';
import type { FastifyReply } from 'fastify';
import { DAY_MS, utcDay } from '../clock.ts';
import type { Ctx } from '../context.ts';

const ENDINGS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

const PART_BYTES = 262_144;

/** An image as it is sent: a slow reader holds one part of it in memory, not all. */
type StoredImage = { readonly type: ImageType; readonly size: number; readonly body: Readable };

/**
 * Stores the image under a generated name, which never comes from a caller. The feature that owns it keeps the name,
 * in the same transaction.
 */
export async function storeUpload(db: Db, image: Image): Promise<string> {
  const name = `${randomUUID()}.${ENDINGS[image.type]}`;
  await insertUpload(db, name, image);
  return name;
}

/** Deletes the image, if it exists. */
export const removeUpload = (db: Db, name: string): Promise<void> => deleteUpload(db, name);

/** Refuses an image that no longer exists (notFound). */
export async function openUpload(db: Db, name: string): Promise<StoredImage> {
  const { type, size } = (await findUpload(db, name)) ?? refuse('notFound', `image ${name}`);
  return { type, size, body: Readable.from(readParts(db, name, size), { objectMode: false }) };
}

async function* readParts(db: Db, name: string, size: number): AsyncIterable<Buffer> {
  for (let from = 0; from < size; from += PART_BYTES) {
    const part = await readUploadPart(db, name, { from, length: PART_BYTES });
    if (part === undefined) throw new Error(`image ${name} was removed while it was sent`);
    yield part;
  }
}

const RUN_NOTHING = "default-src 'none'; sandbox";

/**
 * Answers with an image that a browser treats as nothing else: the type is ours, and opened by itself it runs no
 * script. `isPublic`: the URL changes with the image, so browsers and proxies may cache it.
 */
export function sendImage(
  reply: FastifyReply,
  { type, size, body }: StoredImage,
  { isPublic }: { readonly isPublic: boolean },
): FastifyReply {
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', RUN_NOTHING)
    .header('content-disposition', 'inline')
    .header('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')
    .header('content-length', size)
    .send(body);
}

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
