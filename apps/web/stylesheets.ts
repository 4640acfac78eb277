import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { themeVariables as writeVariables } from './src/app/theme/variables.ts';

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
