import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** JavaScript and CSS that a browser must have before a page's first paint, in bytes under brotli. */
const BUDGETS = {
  shop: { bytes: 183_000, of: ['areas/client/layout.tsx', 'areas/client/purchase-account.tsx'] },
  home: { bytes: 179_800, of: ['areas/client/layout.tsx', 'areas/client/main.tsx'] },
  'home on a phone': { bytes: 177_800, of: ['areas/mobile/layout.tsx', 'areas/mobile/index.tsx'] },
  login: { bytes: 188_900, of: ['areas/login.tsx'] },
  'top-up': {
    bytes: 193_600,
    of: ['areas/client/layout.tsx', 'areas/client/amount-recharge.tsx', 'locales/en/recharges.ts'],
  },
  payment: {
    bytes: 196_000,
    of: ['areas/pay/layout.tsx', 'areas/pay/pay.tsx', 'locales/en/pay/index.ts', 'locales/en/recharges.ts'],
  },
  'payment by ticket': {
    bytes: 190_100,
    of: [
      'areas/pay/layout.tsx',
      'areas/pay/h5-pay.tsx',
      'locales/en/pay/index.ts',
      'locales/en/recharges.ts',
    ],
  },
  cashier: {
    bytes: 197_000,
    of: [
      'areas/mobile/layout.tsx',
      'areas/mobile/cash-register.tsx',
      'locales/en/pay/index.ts',
      'locales/en/recharges.ts',
    ],
  },
  record: { bytes: 184_100, of: ['areas/client/layout.tsx', 'areas/client/purchase-record.tsx'] },
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

/** As the build has compressed it, and as browsers get it. */
const weigh = (file: string): number => statSync(join(dist, `${file}.br`)).size;

test.each(Object.entries(BUDGETS))('the first load of the page: %s', (name, { bytes, of }) => {
  const files = filesOf([...EVERYWHERE, ...of.map((module) => `src/${module}`)]);
  for (const file of namedInPage()) files.add(file);
  const weight = [...files].reduce((sum, file) => sum + weigh(file), 0);
  const heaviest = [...files].toSorted((a, b) => weigh(b) - weigh(a)).slice(0, 5);
  process.stdout.write(`${name}: ${weight} of ${bytes} bytes in ${files.size} files\n`);
  expect(weight, `heaviest: ${heaviest.join(', ')}`).toBeLessThanOrEqual(bytes);
});

test('WalletConnect is in no first load, nor in that of the other wallets', () => {
  const library = Object.keys(chunks).find((module) => /@walletconnect\/universal-provider/.test(module));
  const { file } = chunks[library!]!;
  const pages = Object.values(BUDGETS).flatMap(({ of }) => of.map((module) => `src/${module}`));
  const desk = 'src/features/recharges/wallets/wallet-desk.tsx';
  const before = filesOf([...EVERYWHERE, ...pages, desk]);
  expect(before).not.toContain(file);
  const added = [...filesOf(['src/lib/wallet/wallet-connect.ts', library!])].filter(
    (one) => !before.has(one),
  );
  const weight = added.reduce((sum, one) => sum + weigh(one), 0);
  process.stdout.write(`WalletConnect, once it is chosen: ${weight} bytes in ${added.length} files\n`);
});
