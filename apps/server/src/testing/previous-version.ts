import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './end-of-file.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = 'apps/server/src/main.ts';
/** Older ones drop what is not signed, so they do not hear this one. */
const SINCE = 'docs/decisions/0018-valkey-is-trusted.md';

const git = (...args: string[]): string | null => {
  const { status, stdout } = spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** The commit before this one; null without the history, or if it is too old to run beside this one. */
export const previousCommit: string | null =
  git('cat-file', '-e', `HEAD^:${SINCE}`) === null ? null : git('rev-parse', 'HEAD^');

/** The server of that commit in a folder of its own, removed with the file; the path of its main module. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-previous-'));
  atEndOfFile(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const files = execFileSync(
    'git',
    ['-C', ROOT, 'archive', commit, 'apps/server', 'packages', 'package.json'],
    {
      maxBuffer: 2 ** 30,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  linkModules(folder);
  const pages = join(ROOT, 'apps/web/dist');
  mkdirSync(join(folder, 'apps/web'));
  if (existsSync(pages)) symlinkSync(pages, join(folder, 'apps/web/dist'));
  return join(folder, MAIN);
}

/** What others have written is shared; the shop's own packages are those of its commit. */
function linkModules(folder: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@portside'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@portside') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(to, '@portside', name));
}
