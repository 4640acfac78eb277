// Builds the web pages when they are older than their sources, then starts the server in this process, on the Node that
// came along where this one is too old.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { continueOnNode24 } from './require-node.js';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/build-workers.ts',
  'apps/web/first-pages.ts',
  'apps/web/prerender-first-pages.ts',
  'packages/chain/src',
  'packages/checkout/src',
  'packages/contract/src',
];

/** When the newest file below was changed; 0 where there is none. */
function newest(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return 0;
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = newest(join(root, 'apps/web/dist/index.html'));
if (built < Math.max(...SOURCES.map((source) => newest(join(root, source))))) {
  process.stdout.write('  Building the web pages …\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
await import('../apps/server/src/main.ts');
