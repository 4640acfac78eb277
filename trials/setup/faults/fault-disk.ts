import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../checks/audit.ts';
import { runFault, underLoad, type FaultReport, type FaultRun } from './fault.ts';
import { acknowledged } from '../runs/round.ts';
import type { Server } from '../server.ts';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTES = { embedded: 160, postgres: 220 };
const FULL_MS = 3_000;

/** Fills the disk of database and log under load, and frees it again. Null if no disk can be mounted. */
export async function runDiskFault(run: FaultRun): Promise<FaultReport | null> {
  const disk = mountSmallDisk(MEGABYTES[run.database]);
  if (disk === null) return null;
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = disk.folder;
  try {
    return await fillUp(run, disk);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    disk.remove();
  }
}

const fillUp = (run: FaultRun, disk: SmallDisk): Promise<FaultReport> =>
  runFault(run, async ({ trial, server: first, tell }) => {
    let server: Server = first;
    for (let round = 1; round <= run.rounds; round += 1) {
      const faults: string[] = [];
      await underLoad(trial, server, async () => {
        await sleep(trial.random.below(600));
        disk.fill();
        const before = trial.journal.countOrders('acknowledged');
        await sleep(FULL_MS);
        const meanwhile = trial.journal.countOrders('acknowledged') - before;
        const unanswered = trial.journal.countOrders('asked');
        tell(`disk full: ${meanwhile} orders still acknowledged, ${unanswered} without an answer`);
        if (unanswered === 0) faults.push('the disk was not full');
        disk.free();
      });
      const freed = performance.now();
      // As a service manager would restart it.
      const postgres = trial.databases.server;
      if (postgres && !(await postgres.isUp())) {
        tell('the database server has ended, and is started again');
        await postgres.start();
      }
      if (server.hasEnded()) {
        tell(`the shop has ended with ${(await server.ended).code}, and is started again`);
        server = await trial.start();
      }
      let isBack = false;
      await underLoad(trial, server, async () => {
        isBack = await acknowledged(trial, 1);
      });
      const backMs = Math.round(performance.now() - freed);
      tell(`orders again after ${backMs} ms`);
      if (!isBack) faults.push(`no order for ${backMs} ms after the disk was freed`);
      if (trial.target.kind === 'embedded') {
        await server.kill();
        faults.push(...(await audit(trial)));
        server = await trial.start();
      } else faults.push(...(await audit(trial)));
      if (faults.length > 0) return faults;
    }
    await server.kill();
    return [];
  });

/** A file system of a few megabytes that can be filled up. */
type SmallDisk = {
  readonly folder: string;
  /** Leaves no free byte. */
  fill(): void;
  free(): void;
  remove(): void;
};

const CHUNK = Buffer.alloc(65_536, 1);

/** Null if this user may not mount one. */
function mountSmallDisk(megabytes: number): SmallDisk | null {
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
