import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

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
