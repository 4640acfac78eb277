import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** JavaScript and CSS that a browser must have before a page's first paint, in bytes under brotli. */
const BUDGETS = {
  shop: { bytes: 174_000, of: ['areas/client/layout.tsx', 'areas/client/purchase-account.tsx'] },
  home: { bytes: 172_000, of: ['areas/client/layout.tsx', 'areas/client/main.tsx'] },
  'home on a phone': { bytes: 170_000, of: ['areas/mobile/layout.tsx', 'areas/mobile/index.tsx'] },
  login: { bytes: 181_000, of: ['areas/login.tsx'] },
  'top-up': { bytes: 196_000, of: ['areas/client/layout.tsx', 'areas/client/amount-recharge.tsx'] },
  record: { bytes: 175_000, of: ['areas/client/layout.tsx', 'areas/client/purchase-record.tsx'] },
};
const EVERYWHERE = ['index.html', 'src/locales/en/index.ts'];

type Chunk = { readonly file: string; readonly css?: string[]; readonly imports?: string[] };

const root = join(import.meta.dirname, '..');
const dist = mkdtempSync(join(tmpdir(), 'portside-size-'));
let chunks: Record<string, Chunk> = {};

beforeAll(() => {
  // A process of its own: under the test runner's NODE_ENV the bundle would hold React for developers.
  const { NODE_ENV: _, ...env } = process.env;
  const args = ['build', 'apps/web', '--manifest', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error'];
  const build = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(build.status, build.stderr).toBe(0);
  chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as typeof chunks;
});

afterAll(() => rmSync(dist, { recursive: true }));

/** Files of these modules and of all they import at once, each with its stylesheets. */
function filesOf(modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...modules];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (seen.has(module)) continue;
    seen.add(module);
    const chunk = chunks[module];
    if (!chunk) throw new Error(`the build has no ${module}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/** What the page itself names, as the script that sets the colour scheme. */
const namedInPage = (): string[] =>
  [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file!,
  );

const weights = new Map<string, number>();

function weigh(file: string): number {
  const known = weights.get(file);
  if (known !== undefined) return known;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const weight = brotliCompressSync(readFileSync(join(dist, file)), { params }).length;
  weights.set(file, weight);
  return weight;
}

test.each(Object.entries(BUDGETS))('the first load of the page: %s', (name, { bytes, of }) => {
  const files = filesOf([...EVERYWHERE, ...of.map((module) => `src/${module}`)]);
  for (const file of namedInPage()) files.add(file);
  const weight = [...files].reduce((sum, file) => sum + weigh(file), 0);
  const heaviest = [...files].toSorted((a, b) => weigh(b) - weigh(a)).slice(0, 5);
  process.stdout.write(`${name}: ${weight} of ${bytes} bytes in ${files.size} files\n`);
  expect(weight, `heaviest: ${heaviest.join(', ')}`).toBeLessThanOrEqual(bytes);
});
