import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

const SQLITE_BUSY = 5;

/**
 * An exclusive lock on the data folder, which the operating system releases when the process ends, however it ends. Node
 * has no file locks; a SQLite file in an exclusive transaction serves as one. Throws an error whose message is meant for
 * the operator.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new StartError(`DATA_DIR: the folder ${folder} cannot be locked`, error);
    }
    throw new StartError(
      `Another Portside is running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => lock.close() };
}
