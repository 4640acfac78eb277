import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPagesOnce } from '../../scripts/pages-build.js';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const LEFT_OUT = new Set(['node_modules', 'dist']);
const START_TIMEOUT_MS = 240_000;

/** The shop's folder as it is installed, with its built pages. */
export const PRESENT = ROOT;

/**
 * Installs the release after this one in that empty folder, and builds its pages. All that is new about it is a text,
 * in a module that every page needs, so that no chunk of its pages has the name of one of ours.
 */
export async function installNext(
  folder: string,
  file: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(path.split(/[/\\]/).at(-1)!),
    });
  linkPackages(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not contain: ${before}`);
  writeFileSync(join(folder, file), text.replace(before, after));
  if ((await buildPagesOnce(folder, { isQuick: true })) !== null)
    throw new Error('the pages of the next release could not be built');
}

/** The installed libraries, and the release's own packages in place of ours. */
function linkPackages(folder: string): void {
  const modules = join(ROOT, 'node_modules');
  const linked = join(folder, 'node_modules');
  mkdirSync(join(linked, '@portside'), { recursive: true });
  for (const name of readdirSync(modules).filter((one) => one !== '.cache' && one !== '@portside'))
    symlinkSync(join(modules, name), join(linked, name));
  for (const parent of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, parent)))
      symlinkSync(join(folder, parent, name), join(linked, '@portside', name));
}

export const listBuilt = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(join(folder, 'apps/web/dist/assets'), { recursive: true, encoding: 'utf8' }));

type Place = { readonly port: number; readonly dataDir: string };

/** Starts a release's process on that data; resolves once it answers, with what ends it as a deploy does. */
export async function startRelease(folder: string, { port, dataDir }: Place): Promise<() => Promise<void>> {
  const shop = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', SANDBOX: 'empty' },
  });
  const ended = once(shop, 'exit');
  const stop = async (): Promise<void> => {
    shop.kill('SIGTERM');
    await ended;
  };
  const lastAt = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(`http://127.0.0.1:${port}/readyz`))) {
    if (shop.exitCode === null && Date.now() < lastAt) {
      await new Promise((done) => setTimeout(done, 250));
      continue;
    }
    await stop();
    throw new Error('the release did not start');
  }
  return stop;
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** As the release's own process would, a week after the one before was replaced. Nobody may be using the data. */
const DELETE_REPLACED = `(async () => {
  const { openEmbedded } = await import(process.argv[1]);
  const { pool, close } = await openEmbedded(process.argv[2]);
  const { rowCount } = await pool.query('delete from web_assets where replaced_at is not null');
  await close();
  process.stdout.write(String(rowCount));
})()`;

/** Deletes the files of replaced builds from a stopped shop's database; answers how many there were. */
export async function deleteReplacedFiles(dataDir: string): Promise<number> {
  const code = join(ROOT, 'apps/server/src/platform/db/embedded.ts');
  const child = spawn(process.execPath, ['--eval', DELETE_REPLACED, code, join(dataDir, 'database')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[exit], printed] = await Promise.all([once(child, 'exit'), child.stdout.toArray()]);
  if (exit !== 0) throw new Error('the files of the build before could not be deleted');
  return Number(Buffer.concat(printed).toString());
}
