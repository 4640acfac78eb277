import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../db/db.ts';
import { refuse } from '../refusal.ts';
import type { Image, ImageType } from './image.ts';
import { deleteUpload, findUpload, insertUpload, readUploadPart } from './uploads.sql.ts';

const ENDINGS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

const PART_BYTES = 262_144;

/** An image as it is sent: a slow reader holds one part of it in memory, not all. */
export type StoredImage = { readonly type: ImageType; readonly size: number; readonly body: Readable };

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
