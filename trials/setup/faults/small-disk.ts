import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes that can be filled up. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves no free byte. */
  fill(): void;
  free(): void;
  remove(): void;
};

const CHUNK = Buffer.alloc(65_536, 1);

/** Null if this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'portside-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  mkdirSync(join(folder, 'data'), { mode: 0o755 });
  return {
    folder: join(folder, 'data'),
    fill() {
      const file = openSync(ballast, 'a');
      for (let bytes = CHUNK.length; bytes >= 1;) {
        try {
          writeSync(file, CHUNK.subarray(0, bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          bytes = bytes >> 1;
        }
      }
      closeSync(file);
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
