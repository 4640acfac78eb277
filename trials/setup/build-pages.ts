import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Builds the web pages, which the shop needs to start, if they are missing. */
export function buildPages(): void {
  if (existsSync(join(ROOT, 'apps/web/dist/index.html'))) return;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(ROOT, 'apps/web'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the web pages could not be built: ${stderr}`);
}
