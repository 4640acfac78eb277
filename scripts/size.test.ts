import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@portside/contract';
import { SANDBOX_BAR_PLACE, SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import { beforeAll, expect, test } from 'vitest';
import { FIRST_PAGES, htmlFileOf, type FirstPage } from '../apps/web/first-pages.ts';
import { buildPages } from './test/build-pages.ts';

/**
 * What a browser must have before any page of the shop can be used, in any language: HTML, scripts and styles, in bytes
 * under brotli, and how many files these are. Calls come on top of the files: `requests-both.spec.ts` counts both.
 */
const MOST_BYTES = 175_000;
const MOST_FILES = 18;

type Chunk = { readonly file: string; readonly css?: string[]; readonly imports?: string[] };

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
let chunks: Record<string, Chunk> = {};

beforeAll(async () => {
  await buildPages();
  chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as typeof chunks;
});

const FILE = /<(?:script|link)[^>]* (?:src|href)="\/([^"]+\.(?:js|css))"/g;
const MEDIA = / media="\((min|max)-width[^"]*"/;

/** Scripts and styles that a page's HTML names, of all widths or of one. */
const namedIn = (html: string, width?: 'min' | 'max'): string[] =>
  [...html.matchAll(FILE)]
    .filter(([tag]) => width === undefined || (MEDIA.exec(tag)?.[1] ?? width) === width)
    .map(([, file]) => file!);

const htmlOf = (page: FirstPage, language: Language): string =>
  readFileSync(join(dist, 'pages', language, htmlFileOf(page)), 'utf8');

/** As the build has compressed it, and as browsers get it. */
const weigh = (file: string): number => statSync(join(dist, `${file}.br`)).size;

test.each(FIRST_PAGES)('the first load of $path', (page) => {
  for (const language of LANGUAGES)
    for (const width of ['min', 'max'] as const) {
      const files = [`pages/${language}${htmlFileOf(page)}`, ...namedIn(htmlOf(page, language), width)];
      const weight = files.reduce((sum, file) => sum + weigh(file), 0);
      const heaviest = files.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, 5);
      process.stdout.write(`${page.path}, ${language}, ${width}: ${weight} bytes, ${files.length} files\n`);
      expect(weight, `heaviest: ${heaviest.join(', ')}`).toBeLessThanOrEqual(MOST_BYTES);
      expect(files.length, files.join(', ')).toBeLessThanOrEqual(MOST_FILES);
    }
});

function importsOf(name: string, seen = new Set<string>()): Set<string> {
  for (const imported of chunks[name]!.imports ?? [])
    if (!seen.has(imported)) importsOf(imported, seen.add(imported));
  return seen;
}

test.each(FIRST_PAGES)('the sheets of $path stand behind those that they refine', (page) => {
  const html = htmlOf(page, 'en');
  // Browsers fetch those of other widths as well; and the start script, and with it the content, waits for them.
  expect(html).not.toContain('rel="stylesheet"');
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
  if (namedIn(html).filter((file) => file.endsWith('.css')).length > 1)
    expect(both.length).toBeGreaterThan(0);
  expect(both.filter(([first, then]) => placeOf(first!) > placeOf(then!))).toEqual([]);
});

test.each(FIRST_PAGES.filter(({ drawings }) => drawings))(
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
  const library = Object.keys(chunks).find((module) => /@walletconnect\/universal-provider/.test(module))!;
  const desk = 'src/features/recharges/wallets/wallet-payment.tsx';
  const before = new Set(FIRST_PAGES.flatMap((page) => namedIn(htmlOf(page, 'en'))));
  for (const name of [desk, ...importsOf(desk)]) before.add(chunks[name]!.file);
  expect(before).not.toContain(chunks[library]!.file);
});
