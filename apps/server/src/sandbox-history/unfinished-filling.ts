import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file in the data folder while a new sandbox is being filled. A start that was broken off leaves half a month of
 * history, and chains that stand in the past.
 */
const MARK = 'filling';
const PARTS = ['database', 'chains'];

/**
 * Removes what an unfinished filling has left, keys excepted, and marks a folder without a database as being filled. For
 * whoever holds the folder's lock, before anything in it is opened. Returns whether it is being filled now.
 */
export function beginFilling(dataDir: string): boolean {
  const mark = join(dataDir, MARK);
  if (existsSync(mark))
    for (const part of PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
  const isNew = !existsSync(join(dataDir, 'database'));
  if (isNew) {
    writeFileSync(mark, '');
    // Nothing of the database may reach the disk before it.
    sync(dataDir);
  }
  return isNew;
}

/** What is in the folder is kept from now on. */
export const endFilling = (dataDir: string): void => rmSync(join(dataDir, MARK), { force: true });

/** Writes all files of the closed database to the disk, before `endFilling` where it was filled without that. */
export function syncDatabase(dataDir: string): void {
  const folder = join(dataDir, 'database');
  sync(folder);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) sync(join(folder, name));
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
