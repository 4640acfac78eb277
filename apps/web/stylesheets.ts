import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Plugin, normalizePath, type CSSModulesOptions } from 'vite';
import { themeVariables as writeVariables } from './src/app/theme/variables.ts';
import { createHash } from 'node:crypto';

const SHEETS = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.layer.css'));

/**
 * Each Mantine component brings its stylesheet into its own chunk, so a page without dialogs does not wait for the
 * dialog's styles. Components import Mantine before their own classes, which keeps the cascade order. Builds only:
 * development uses the full stylesheet.
 */
export const mantineSheets = (): Plugin => ({
  name: 'mantine-sheets',
  apply: 'build',
  transform: {
    filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
    handler(code, id) {
      const sheet = join(SHEETS, `${/([^/]+)\.module\.mjs$/.exec(id)![1]}.layer.css`);
      if (!existsSync(sheet)) throw new Error(`Mantine has no sheet for ${id}`);
      return { code: `import ${JSON.stringify(sheet)};\n${code}`, map: null, moduleSideEffects: true };
    },
  },
});

const SHEET = 'virtual:theme-variables.css';

/**
 * Mantine's variables as a stylesheet. Its own provider computes them in every browser, writes them into the page at run
 * time, and would have the build write them into each page's HTML: 35 kB, also of colours that the shop does not have.
 */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  resolveId: { filter: { id: new RegExp(`^${SHEET}$`) }, handler: () => SHEET },
  load: { filter: { id: new RegExp(`^${SHEET}$`) }, handler: () => writeVariables() },
});

const MANTINE = '@mantine/core/esm';

/** What no page uses, by the end of the module's path. */
const UNUSED = {
  [`${MANTINE}/core/MantineProvider/default-colors.mjs`]: 'export const DEFAULT_COLORS = {};',
  [`${MANTINE}/components/Loader/loaders/Bars.mjs`]: 'export const Bars = () => null;',
  [`${MANTINE}/components/Loader/loaders/Dots.mjs`]: 'export const Dots = () => null;',
};

/**
 * Builds only: Mantine's own fourteen colours, and two more kinds of spinners, would be part of every page, for nothing.
 * The theme names our colours, and components name no others.
 */
export const withoutUnused = (): Plugin => ({
  name: 'without-unused',
  apply: 'build',
  transform: {
    filter: { id: /@mantine\/core\/esm\/(?:core\/MantineProvider|components\/Loader\/loaders)\// },
    handler(_, id) {
      const code = Object.entries(UNUSED).find(([path]) => normalizePath(id).endsWith(path))?.[1];
      return code === undefined ? null : { code, map: null };
    },
  },
});

/**
 * Names of classes in the built pages: four characters of the file and the class's place in it, such as `_k3f90`. The
 * default, names that can be read, is a kilobyte of each first load.
 */
export const shortClassNames: CSSModulesOptions = {
  generateScopedName(name, file, css) {
    const names = [...new Set(css.match(/(?<=\.)[_a-zA-Z][\w-]*/g))];
    return `_${shortNameOf(relative(import.meta.dirname, file.split('?')[0]!))}${names.indexOf(name).toString(36)}`;
  },
};

const taken = new Map<string, string>();

/** The same on every machine. Throws where two files would share one: lengthen it then. */
function shortNameOf(path: string): string {
  const name = createHash('sha256').update(path).digest('hex');
  const short = BigInt(`0x${name}`).toString(36).slice(0, 4);
  if ((taken.get(short) ?? path) !== path) throw new Error(`${path} and ${taken.get(short)} share ${short}`);
  taken.set(short, path);
  return short;
}
