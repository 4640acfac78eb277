import type { Language } from '@portside/contract';
import { SANDBOX_BAR_PLACE, sandboxBarOf } from '@portside/contract/wire/page-paths';
import mantine from 'postcss-preset-mantine';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, minify, normalizePath, type Plugin, type Rolldown } from 'vite';
import { lateNote } from './late-note.ts';
import { FIRST_PAGES, htmlFileOf, type FirstPage } from './first-pages.ts';
import type { prerenderPages } from './src/app/prerender-page.tsx';
import { PHONE_WIDTH_PX } from './src/lib/browser/current-area.ts';
import { home as en } from './src/locales/en/home.ts';
import { LANGUAGES } from './src/locales/languages.ts';
import { home as pt } from './src/locales/pt/home.ts';
import { home as ru } from './src/locales/ru/home.ts';
import { home as zhCn } from './src/locales/zh-cn/home.ts';

type Prerenderer = { readonly prerenderPages: typeof prerenderPages };
type Chunks = readonly Rolldown.OutputChunk[];

/**
 * Writes the HTML of the first pages to `pages/<language>/<path>.html`: with links to every file of the first load and,
 * for some, with the prerendered page itself. The server only chooses among them.
 */
export const prerenderFirstPages = (): Plugin => ({
  name: 'prerender-first-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir }, bundle) {
      const index = join(dir!, 'index.html');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = `${START_TAG}>${await shortenStart(dir!)}</script>\n</head>`;
      const html = replaceOnce(replaceOnce(readFileSync(index, 'utf8'), START, ''), '</head>', start)
        .replaceAll('<link rel="stylesheet"', `<link ${SHEET}`)
        .replaceAll('<script type="module"', '<script type="module" data-cfasync="false" fetchpriority="low"')
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
      await withPrerenderer(async ({ prerenderPages }) => {
        for (const page of FIRST_PAGES)
          for (const language of LANGUAGES) {
            const drawn = (page.drawings ?? []).map((drawing) => ({ at: page.path, ...drawing }));
            const drawing = withoutSandboxBar(await prerenderPages(drawn, language), dir!, language);
            const path = join(dir!, 'pages', language, htmlFileOf(page));
            mkdirSync(dirname(path), { recursive: true });
            const links = linksOf(html, page, language, chunks);
            writeFileSync(path, fill(html, drawing, { page, language, links }));
          }
        writeFileSync(index, fill(html, await prerenderPages([], 'en')));
        writeManifests(dir!);
      });
    },
  },
});

/** As root.tsx draws it. */
const SANDBOX_BAR = /<div data-sandbox-bar="true">.*?<\/div>/gs;

/**
 * The drawing without the bar of a sandbox: a real shop's HTML has no word of it. The bar lies beside the pages, for the
 * server of a sandbox.
 */
function withoutSandboxBar(drawing: string, dir: string, language: Language): string {
  const [bar] = drawing.match(SANDBOX_BAR) ?? [];
  if (bar === undefined) return drawing;
  const path = join(dir, sandboxBarOf(language));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bar);
  return drawing.replaceAll(SANDBOX_BAR, SANDBOX_BAR_PLACE);
}

/** Runs our components in Node: a build of them for Node, where it finds their packages. */
async function withPrerenderer(use: (prerenderer: Prerenderer) => Promise<void>): Promise<void> {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/portside');
  removeAbandoned(cache);
  // Another build may run at the same time.
  const outDir = join(cache, `prerenderer-${process.pid}`);
  try {
    await build({
      configFile: false,
      root: import.meta.dirname,
      publicDir: false,
      logLevel: 'error',
      css: { postcss: { plugins: [mantine()] } },
      build: { ssr: 'src/app/prerender-page.tsx', outDir, emptyOutDir: true, minify: false },
    });
    await use((await import(pathToFileURL(join(outDir, 'prerender-page.js')).href)) as Prerenderer);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const HOUR_MS = 3_600_000;

/** What builds have left that were killed: none takes an hour. */
function removeAbandoned(cache: string): void {
  mkdirSync(cache, { recursive: true });
  const others = readdirSync(cache).filter((name) => name.startsWith('prerenderer-'));
  for (const path of others.map((name) => join(cache, name))) {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changed < Date.now() - HOUR_MS) rmSync(path, { recursive: true, force: true });
  }
}

const WIDE = `(min-width: ${PHONE_WIDTH_PX + 1}px)`;
const NARROW = `(max-width: ${PHONE_WIDTH_PX}px)`;

/**
 * `start.js` makes stylesheets of these. Browsers preload only what suits their width, but fetch every stylesheet; and
 * the script would wait for stylesheets before it, and the page's content for the script.
 */
const SHEET = 'blocking="render" rel="preload" as="style"';

/** Links to the files of a page's first load that are not in the HTML yet, so that they load in parallel. */
function linksOf(html: string, page: FirstPage, language: Language, chunks: Chunks): string {
  const { parts, wide = [], narrow = [] } = page;
  const links = new Map<string, string | undefined>();
  for (const [own, media] of [
    [wide, WIDE],
    [narrow, NARROW],
  ] as const)
    for (const file of filesOf(own, language, chunks)) links.set(file, links.has(file) ? undefined : media);
  for (const file of filesOf(['index', ...parts], language, chunks)) links.set(file, undefined);
  return [...links]
    .filter(([file]) => !html.includes(`/${file}"`))
    .toSorted(([a], [b]) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')))
    .map(([file, media]) => linkTo(file, media))
    .join('\n');
}

/**
 * Scripts and stylesheets of the chunks that hold these parts, and of their static imports. A stylesheet comes after
 * those of the chunk's imports, because it refines them.
 */
function filesOf(parts: readonly string[], language: Language, chunks: Chunks): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const imported of chunk?.imports ?? []) add(imported);
    for (const file of [name, ...(chunk?.viteMetadata?.importedCss ?? [])]) files.add(file);
  };
  for (const part of parts) {
    const module = part.includes('/') ? part : `locales/${language}/${part}.ts`;
    const id = normalizePath(join(import.meta.dirname, 'src', module));
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`a first page names ${module}, which is in no chunk of the build`);
    add(chunk.fileName);
  }
  return files;
}

/** Stylesheets block the first paint; scripts do not, so they get low priority. */
function linkTo(file: string, media?: string): string {
  const isSheet = file.endsWith('.css');
  const rel = isSheet ? SHEET : 'rel="modulepreload" fetchpriority="low"';
  return `<link ${rel} crossorigin${media === undefined ? '' : ` media="${media}"`} href="/${file}">`;
}

/** The pages' meta description, per language. */
const DESCRIPTIONS: Readonly<Record<Language, string>> = {
  'zh-cn': zhCn.lede,
  en: en.lede,
  pt: pt.lede,
  ru: ru.lede,
};

const DESCRIPTION = /(<meta name="description" content=")[^"]*(")/;

const MANIFEST = 'manifest.webmanifest';

/** One for each language, beside its pages. */
function writeManifests(dir: string): void {
  const manifest = JSON.parse(readFileSync(join(dir, MANIFEST), 'utf8')) as object;
  for (const language of LANGUAGES) {
    const own = { ...manifest, lang: language, description: DESCRIPTIONS[language] };
    writeFileSync(join(dir, 'pages', language, MANIFEST), JSON.stringify(own));
  }
}

const START = '<script src="/start.js"></script>';
/** `data-cfasync`: Cloudflare's Rocket Loader leaves it alone, as it does the module that starts the page. */
const START_TAG = '<script data-start-script data-cfasync="false"';

/**
 * The start script is in every HTML, because nothing is painted before it has run: the server allows it by its hash. Its
 * file stays, for pages of the build before.
 */
async function shortenStart(dir: string): Promise<string> {
  const path = join(dir, 'start.js');
  const { code, errors } = await minify(path, readFileSync(path, 'utf8'));
  if (errors.length > 0 || /<[/!]/.test(code)) throw new Error('the start script cannot be part of the HTML');
  writeFileSync(path, code);
  return code;
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

type Filling = { readonly page: FirstPage; readonly language: Language; readonly links: string };

/** Puts a drawing and the note of a late start into the root, and for a page its language, description and links. */
function fill(html: string, drawing: string, filling?: Filling): string {
  const drawn = replaceOnce(
    html,
    '<div id="root">',
    `<div id="root">${drawing}${lateNote(filling?.language)}`,
  );
  if (!filling) return drawn;
  const { page, language, links } = filling;
  const linked = replaceOnce(drawn, START_TAG, `${links}\n${START_TAG}`);
  const described = linked.replace(
    DESCRIPTION,
    (_, before: string, after: string) => `${before}${escapeAttribute(DESCRIPTIONS[language])}${after}`,
  );
  if (!page.drawings) return described;
  const readers = page.drawings.map(({ isSignedIn, isPhone }) => ({ isSignedIn, isPhone }));
  const script = `${START_TAG} data-prerendered-for='${JSON.stringify(readers)}'`;
  return replaceOnce(
    replaceOnce(described, START_TAG, script),
    '<html lang="en">',
    `<html lang="${language}">`,
  );
}

function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`index.html has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
