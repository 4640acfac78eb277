import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildPagesOnce } from './pages-build.js';

/** A repository whose build counts itself. */
function createRoot() {
  const root = mkdtempSync(join(tmpdir(), 'portside-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const name of ['accounts', 'chain', 'checkout', 'contract'])
    write(`packages/${name}/src/index.ts`, name);
  write('package-lock.json', '{}');
  write('examples/shop.ts', 'one');
  write('apps/web/src/main.tsx', 'one');
  write('apps/web/node_modules/x/index.js', 'x');
  write(
    'node_modules/vite/bin/vite.js',
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/index.html', '');
    appendFileSync('dist/builds', '.');`,
  );
  return { root, write, builds: () => readFileSync(join(root, 'apps/web/dist/builds'), 'utf8').length };
}

const later = (path: string, seconds: number): void => {
  const at = new Date(Date.now() + seconds * 1_000);
  utimesSync(path, at, at);
};

test('the pages are built once for the same sources, also where files were only written again', async () => {
  const { root, write, builds } = createRoot();
  expect(await buildPagesOnce(root)).toBe(null);
  expect(await buildPagesOnce(root)).toBe(null);
  expect(builds()).toBe(1);
  const page = join(root, 'apps/web/src/main.tsx');
  later(page, 60);
  expect(await buildPagesOnce(root)).toBe(null);
  expect(builds()).toBe(1);
  write('apps/web/src/main.tsx', 'two');
  later(page, 60);
  expect(await buildPagesOnce(root)).toBe(null);
  expect(builds()).toBe(2);
});

test('what is changed during a build is built by the next', async () => {
  const { root, write, builds } = createRoot();
  await buildPagesOnce(root);
  const page = join(root, 'apps/web/src/main.tsx');
  write('apps/web/src/main.tsx', 'two');
  const builtAt = statSync(join(root, 'apps/web/dist/index.html')).mtimeMs;
  utimesSync(page, new Date(builtAt - 1), new Date(builtAt - 1));
  await buildPagesOnce(root);
  expect(builds()).toBe(2);
});

test('a build by another hand is no proof of what this script knows', async () => {
  const { root, builds } = createRoot();
  await buildPagesOnce(root);
  later(join(root, 'apps/web/dist/index.html'), 60);
  later(join(root, 'apps/web/src/main.tsx'), 120);
  await buildPagesOnce(root);
  expect(builds()).toBe(2);
});

test('a quick build serves who asks for one, and nobody else', async () => {
  const { root, builds } = createRoot();
  await buildPagesOnce(root, { isQuick: true });
  await buildPagesOnce(root, { isQuick: true });
  expect(builds()).toBe(1);
  await buildPagesOnce(root);
  expect(builds()).toBe(2);
  await buildPagesOnce(root);
  await buildPagesOnce(root, { isQuick: true });
  expect(builds()).toBe(2);
});
