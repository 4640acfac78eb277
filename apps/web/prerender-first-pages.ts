import type { Language } from '@portside/contract';
import mantine from 'postcss-preset-mantine';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createServer, minify, normalizePath, type Plugin, type Rolldown } from 'vite';
import { shortClassNames } from './stylesheets.ts';
import { htmlFileOf, LINKED_PAGES, modulesOf, widthsOf, type FirstPage, type Width } from './first-pages.ts';
import type { prerenderPages } from './src/app/prerender-page.tsx';
import { SANDBOX_BAR_PLACE, sandboxBarOf } from '@portside/contract/wire/page-paths';
import { PHONE_WIDTH_PX } from './src/lib/browser/phone-width.ts';
import { home as en } from './src/locales/en/home.ts';
import { LANGUAGES } from './src/locales/languages.ts';
import { home as pt } from './src/locales/pt/home.ts';
import { home as ru } from './src/locales/ru/home.ts';
import { home as zhCn } from './src/locales/zh-cn/home.ts';

type Drawing = { readonly prerenderPages: typeof prerenderPages };
type Chunks = readonly Rolldown.OutputChunk[];

/**
 * Writes the HTML of the first pages to `pages/<language>/<path>.html`: with links to every file of the first paint
 * and, for some, with the prerendered page itself. The server only chooses among them.
 */
export const prerenderFirstPages = (): Plugin => ({
  name: 'prerender-first-pages',
  apply: 'build',
  writeBundle: {
    sequential: true,
    async handler({ dir }, bundle) {
      const index = join(dir!, 'index.html');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const built = nameAfterPaint(readFileSync(index, 'utf8'), chunks);
      const html = replaceOnce(built, START, `${START_TAG}>${await shortenStart(dir!)}</script>`);
      await withPrerenderer(async ({ prerenderPages }) => {
        for (const page of LINKED_PAGES)
          for (const language of LANGUAGES) {
            const drawn = (page.drawings ?? []).map((drawing) => ({ at: page.path, ...drawing }));
            const drawing = withoutSandboxBar(await prerenderPages(drawn, language), dir!, language);
            const path = join(dir!, 'pages', language, htmlFileOf(page));
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, fill(link(html, linksOf(page, language, chunks)), drawing, page, language));
          }
        writeFileSync(index, fill(html, await prerenderPages([], 'en')));
        writeManifests(dir!);
        writeModules(dir!, chunks);
      });
    },
  },
});

/** Lazy parts are not prerendered: their import never resolves. */
const withoutLazyParts: Plugin = {
  name: 'nothing-later',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx$/ },
    handler: (code) =>
      code.replaceAll(
        /\blazy\((?:withTexts\([^(]*)?\(\) => import\([^)]*\)\)?\)/g,
        'lazy(() => new Promise(() => {}))',
      ),
  },
};

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

/** Runs our components in Node: a Vite server in middleware mode that loads only the requested modules. */
async function withPrerenderer(use: (drawing: Drawing) => Promise<void>): Promise<void> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { postcss: { plugins: [mantine()] }, modules: shortClassNames },
    plugins: [withoutLazyParts],
  });
  try {
    await use((await server.ssrLoadModule('/src/app/prerender-page.tsx')) as Drawing);
  } finally {
    await server.close();
  }
}

/** The screens that load a script which only one width needs. */
const MEDIA: Readonly<Record<Width, string>> = {
  wide: `(min-width: ${PHONE_WIDTH_PX + 1}px)`,
  narrow: `(max-width: ${PHONE_WIDTH_PX}px)`,
};

/**
 * The files of a page's first paint, each with the screens that need it; null for all. Stylesheets of other screens
 * delay no paint, and `main.tsx` makes them count for all, because a window keeps its layout when it is resized.
 */
function linksOf(page: FirstPage, language: Language, chunks: Chunks): Map<string, string | null> {
  const links = new Map<string, string | null>();
  for (const width of widthsOf(page))
    for (const file of filesOf(modulesOf(page, language, width), chunks)) {
      links.set(file, links.has(file) ? null : MEDIA[width]);
    }
  for (const file of filesOf(modulesOf(page, language), chunks)) links.set(file, null);
  return links;
}

/**
 * Scripts and stylesheets of the chunks that hold these modules and their static imports. A stylesheet comes after
 * those of the chunk's imports, because it refines them.
 */
function filesOf(modules: readonly string[], chunks: Chunks): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const imported of chunk?.imports ?? []) add(imported);
    for (const file of [name, ...(chunk?.viteMetadata?.importedCss ?? [])]) files.add(file);
  };
  for (const module of modules) {
    const id = normalizePath(join(import.meta.dirname, 'src', module));
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`a first page names ${module}, which is in no chunk of the build`);
    add(chunk.fileName);
  }
  return files;
}

/** Which file each module of our own is in: read by checks of what is sent, beside the bundler's own list. */
function writeModules(dir: string, chunks: Chunks): void {
  const root = normalizePath(`${import.meta.dirname}/`);
  const modules = chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => id.startsWith(`${root}src/`)).map((id) => [id.slice(root.length), fileName]),
  );
  writeFileSync(join(dir, '.vite/modules.json'), JSON.stringify(Object.fromEntries(modules)));
}

const mediaOf = (media: string | null): string => (media === null ? '' : ` media="${media}"`);

/** Stylesheets block the first paint, scripts do not: scripts get low priority. */
function link(html: string, files: ReadonlyMap<string, string | null>): string {
  const links = [...files]
    .filter(([file]) => !html.includes(`/${file}"`))
    .toSorted(([a], [b]) => Number(b.endsWith('.css')) - Number(a.endsWith('.css')))
    .map(([file, media]) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin${mediaOf(media)} href="/${file}">`
        : `<link rel="modulepreload" crossorigin fetchpriority="low"${mediaOf(media)} href="/${file}">`,
    );
  return replaceOnce(html, '</head>', `${links.join('\n')}\n</head>`)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll(
      '<link rel="modulepreload" crossorigin href',
      '<link rel="modulepreload" crossorigin fetchpriority="low" href',
    );
}

const AFTER_PAINT = '/src/app/after-paint.tsx';

/** Names what every page loads after its first paint: `load-after-paint.ts` reads it when it has to ask again. */
function nameAfterPaint(html: string, chunks: Chunks): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(AFTER_PAINT));
  if (!chunk) throw new Error(`${AFTER_PAINT} is no chunk of the build`);
  return replaceOnce(html, '</head>', `<meta name="after-paint" content="/${chunk.fileName}">\n</head>`);
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
const START_TAG = '<script data-start-script';

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

function fill(html: string, drawing: string, page?: FirstPage, language: Language = 'en'): string {
  const described = html.replace(
    DESCRIPTION,
    (_, before: string, after: string) => `${before}${escapeAttribute(DESCRIPTIONS[language])}${after}`,
  );
  const filled = replaceOnce(described, '<div id="root">', `<div id="root">${drawing}`);
  if (!page?.drawings) return filled;
  const readers = page.drawings.map(({ isSignedIn, isPhone }) => ({ isSignedIn, isPhone }));
  const script = `${START_TAG} data-prerendered-for='${JSON.stringify(readers)}'`;
  return replaceOnce(replaceOnce(filled, START_TAG, script), '<html lang="en">', `<html lang="${language}">`);
}

function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`index.html has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
