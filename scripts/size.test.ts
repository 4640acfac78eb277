import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@portside/contract';
import { SANDBOX_BAR_PLACE, SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import { beforeAll, expect, test } from 'vitest';
import {
  everyModuleOf,
  htmlFileOf,
  LINKED_PAGES,
  modulesOf,
  widthsOf,
  type FirstPage,
  type Width,
} from '../apps/web/first-pages.ts';
import { buildPages } from './test/build-pages.ts';

/**
 * What a browser must have before a page's first paint, in the language that is heaviest: HTML, scripts and styles, in
 * bytes under brotli, and how many files these are.
 */
const BUDGETS: Record<string, { readonly bytes: number; readonly requests: number }> = {
  '/client/purchase-account': { bytes: 147_000, requests: 9 },
  '/client/main': { bytes: 150_000, requests: 10 },
  '/mobile/index': { bytes: 150_000, requests: 10 },
  '/login': { bytes: 150_000, requests: 9 },
  '/client/amount-recharge': { bytes: 150_000, requests: 10 },
  '/pay': { bytes: 155_000, requests: 10 },
  '/h5Pay': { bytes: 155_000, requests: 10 },
  '/mobile/cashRegister': { bytes: 157_000, requests: 11 },
  '/client/purchase-record': { bytes: 147_000, requests: 9 },
  '/mobile/purchase-account': { bytes: 150_000, requests: 9 },
  '/mobile/purchase-record': { bytes: 150_000, requests: 9 },
  '/mobile/amount-recharge': { bytes: 151_000, requests: 10 },
  '/product': { bytes: 150_000, requests: 9 },
  '/': { bytes: 150_000, requests: 10 },
  '/login/shop': { bytes: 150_000, requests: 10 },
};

type Chunk = { readonly file: string; readonly css?: string[]; readonly imports?: string[] };

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
let chunks: Record<string, Chunk> = {};
/** The name in `chunks` of the one that a module of ours is in. */
let chunkOf: (module: string) => string;

beforeAll(async () => {
  await buildPages();
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'));
  chunks = read('manifest.json') as typeof chunks;
  const files = read('modules.json') as Record<string, string>;
  const names = new Map(Object.entries(chunks).map(([name, { file }]) => [file, name]));
  chunkOf = (module) => names.get(files[module] ?? '') ?? module;
});

/** Files of these modules and of all they import at once, each with its stylesheets. */
function filesOf(modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = modules.map(chunkOf);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = chunks[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/**
 * The files of a page's first load: what every page starts with, its own modules and texts, and those for this width.
 */
function firstLoadOf(page: FirstPage, language: Language, width?: Width): Set<string> {
  const modules = [...modulesOf(page, language), ...(width ? modulesOf(page, language, width) : [])];
  return new Set([...namedIn(indexHtml()), ...filesOf(modules.map(source))]);
}

const source = (module: string): string => `src/${module}`;

const AFTER_PAINT = /<meta name="after-paint" content="\/([^"]+)">/g;

/** Scripts and styles that a page's HTML names for its first paint. */
const namedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file!);

const indexHtml = (): string => readFileSync(join(dist, 'index.html'), 'utf8');

const htmlOf = (page: FirstPage, language: Language): string =>
  readFileSync(join(dist, 'pages', language, htmlFileOf(page)), 'utf8');

/** As the build has compressed it, and as browsers get it. */
const weigh = (file: string): number => statSync(join(dist, `${file}.br`)).size;

test.each(LINKED_PAGES)('the first load of $path', (page) => {
  const budget = BUDGETS[page.path]!;
  const widths = widthsOf(page);
  const loads = LANGUAGES.flatMap((language) =>
    (widths.length > 0 ? widths : [undefined]).map((width) => ({ language, width })),
  );
  for (const { language, width } of loads) {
    const files = [...firstLoadOf(page, language, width), `pages/${language}${htmlFileOf(page)}`];
    const weight = files.reduce((sum, file) => sum + weigh(file), 0);
    const heaviest = files.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, 5);
    const told = `${weight} of ${budget.bytes} bytes, ${files.length} of ${budget.requests} requests`;
    process.stdout.write(`${page.path}, ${language}${width ? `, ${width}` : ''}: ${told}\n`);
    expect(weight, `heaviest: ${heaviest.join(', ')}`).toBeLessThanOrEqual(budget.bytes);
    expect(files.length, files.join(', ')).toBeLessThanOrEqual(budget.requests);
  }
});

test.each(LINKED_PAGES)('the HTML of $path names every file of its first load, and no other', (page) => {
  for (const language of LANGUAGES) {
    const ofWidths = widthsOf(page).flatMap((width) => [...firstLoadOf(page, language, width)]);
    const files = new Set([...firstLoadOf(page, language), ...ofWidths]);
    expect(namedIn(htmlOf(page, language)).toSorted()).toEqual([...files].toSorted());
  }
});

test('every HTML names what comes after the first paint, and loads all that it needs besides', () => {
  const { file, css, imports } = chunks['src/app/after-paint.tsx']!;
  // Its styles are in the sheet of every page.
  expect(css).toBeUndefined();
  const pages = LINKED_PAGES.flatMap((page) => LANGUAGES.map((language) => htmlOf(page, language)));
  for (const html of [indexHtml(), ...pages]) {
    expect([...html.matchAll(AFTER_PAINT)].map(([, named]) => named)).toEqual([file]);
    expect(namedIn(html)).not.toContain(file);
  }
  // Loaded again at another address, it finds all of these in their place.
  const first = new Set(namedIn(indexHtml()));
  expect(imports!.map((name) => chunks[name]!.file).filter((one) => !first.has(one))).toEqual([]);
});

function importsOf(name: string, seen = new Set<string>()): Set<string> {
  for (const imported of chunks[name]!.imports ?? [])
    if (!seen.has(imported)) importsOf(imported, seen.add(imported));
  return seen;
}

test.each(LINKED_PAGES)('the sheets of $path stand behind those that they refine', (page) => {
  const html = htmlOf(page, 'en');
  const placeOf = (sheet: string): number => html.indexOf(`href="/${sheet}"`);
  // Of two that import each other, neither refines the other.
  const pairs = Object.entries(chunks).flatMap(([then, { imports = [] }]) =>
    imports.filter((first) => !importsOf(first).has(then)).map((first) => [first, then]),
  );
  const sheets = pairs.flatMap(([first, then]) =>
    (chunks[first!]!.css ?? []).flatMap((one) => (chunks[then!]!.css ?? []).map((other) => [one, other])),
  );
  // A stylesheet that several chunks name comes where the first of them needs it.
  const named = Object.values(chunks).flatMap(({ css = [] }) => css);
  const isShared = (sheet: string): boolean => named.indexOf(sheet) !== named.lastIndexOf(sheet);
  const both = sheets.filter(
    ([first, then]) => placeOf(first!) >= 0 && placeOf(then!) >= 0 && !isShared(then!),
  );
  expect(both.length).toBeGreaterThan(0);
  expect(both.filter(([first, then]) => placeOf(first!) > placeOf(then!))).toEqual([]);
});

test.each(LINKED_PAGES.filter(({ drawings }) => drawings))(
  '$path is drawn in each language, and styled',
  (page) => {
    const drawings = LANGUAGES.map((language) => {
      const html = htmlOf(page, language);
      expect(html).toContain(`<html lang="${language}">`);
      // Only the server of a sandbox puts its bar there.
      expect(html).not.toContain(SANDBOX_PAGE);
      expect(html.split(SANDBOX_BAR_PLACE)).toHaveLength(page.drawings!.length + 1);
      const sheets = namedIn(html).filter((file) => file.endsWith('.css'));
      const styles = sheets.map((file) => readFileSync(join(dist, file), 'utf8')).join('');
      const drawing = html.slice(html.indexOf('<div id="root">'));
      // Classes of our own sheets; Mantine's static ones need no rule.
      const classes = [...drawing.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '));
      const own = classes.filter((name) => name.startsWith('_'));
      expect(drawing.match(/data-prerendered=/g)).toHaveLength(page.drawings!.length);
      expect(own.length).toBeGreaterThan(10);
      expect(own.filter((name) => !styles.includes(`.${name}`))).toEqual([]);
      return drawing.replaceAll(/<[^>]*>/g, ' ');
    });
    expect(new Set(drawings).size).toBe(LANGUAGES.length);
    expect(drawings.join('')).not.toMatch(/\b(?:shell|home|sessions|goods)\.\w/);
  },
);

test('WalletConnect is in no first load, nor in that of the other wallets', () => {
  const library = Object.keys(chunks).find((module) => /@walletconnect\/universal-provider/.test(module));
  const { file } = chunks[library!]!;
  const pages = LINKED_PAGES.flatMap((page) => everyModuleOf(page).map(source));
  const desk = 'src/features/recharges/wallets/wallet-payment.tsx';
  const before = new Set([...namedIn(indexHtml()), ...filesOf([...pages, desk])]);
  expect(before).not.toContain(file);
  const added = [...filesOf(['src/lib/wallet/wallet-connect.ts', library!])].filter(
    (one) => !before.has(one),
  );
  const weight = added.reduce((sum, one) => sum + weigh(one), 0);
  process.stdout.write(`WalletConnect, once it is chosen: ${weight} bytes in ${added.length} files\n`);
});
