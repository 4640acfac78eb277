import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const SHEETS = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.layer.css'));

/**
 * Each Mantine component brings its own stylesheet into the chunk it lands in: a sheet of a dialog is not
 * waited for by a page that opens none. Components import what they are made of before their own classes,
 * so sheets come in the order in which they refine each other. Builds only: development takes the full sheet.
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
