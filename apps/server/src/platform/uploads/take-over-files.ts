import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/db.ts';
import { readImage } from './read-image.ts';
import { findUploadNames, insertUpload } from './uploads.sql.ts';

const GENERATED = /^[0-9a-f-]{36}\.(png|jpg|webp)$/;

/**
 * Takes over images that an earlier version kept as files of the folder, each under its own name. The folder is renamed
 * afterwards and can be deleted. Returns how many were added; may be repeated.
 */
export async function takeOverFiles(db: Db, folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => GENERATED.test(name));
  if (names.length === 0) return 0;
  const stored = await findUploadNames(db, names);
  let added = 0;
  for (const name of names) {
    if (stored.has(name)) continue;
    const image = readImage(await readFile(join(folder, name)));
    if (image && (await insertUpload(db, name, image))) added += 1;
  }
  // On a disk that may not be written to, the names are compared again at the next start.
  await rename(folder, `${folder}-in-database`).catch(() => undefined);
  return added;
}
