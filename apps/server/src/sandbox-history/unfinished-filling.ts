import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A file in the data folder while a new sandbox is being filled. A start that was broken off leaves half a month of
 * history, and chains that stand in the past.
 */
const MARK = 'filling';
const PARTS = ['database', 'chains'];

/**
 * Removes what an unfinished filling has left, keys excepted, and marks a folder without a database as being filled. For
 * whoever holds the folder's lock, before anything in it is opened.
 */
export function beginFilling(dataDir: string): void {
  const mark = join(dataDir, MARK);
  if (existsSync(mark))
    for (const part of PARTS) rmSync(join(dataDir, part), { recursive: true, force: true });
  if (!existsSync(join(dataDir, 'database'))) writeFileSync(mark, '');
}

/** What is in the folder is kept from now on. */
export const endFilling = (dataDir: string): void => rmSync(join(dataDir, MARK), { force: true });
