import react from '@vitejs/plugin-react';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import mantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { mantineSheets, themeVariables } from './stylesheets.ts';
import { prerenderFirstPages } from './prerender-first-pages.ts';
import { CHUNKS } from './chunks.ts';
import { OLDEST_BROWSERS } from './late-note.ts';

/**
 * Pictures never change, and a page's frame does little but as somebody goes to another page: to remember what they
 * have drawn would only be more code, 2.6 kB of each first load.
 */
const RARELY_DRAWN = /\/src\/(app|areas)\/|\/pictures\/|-picture\.tsx$|\/logo\.tsx$/;

/** Leaves out what only many readers need (scripts/pages-build.js). */
const isQuick = process.env['QUICK_BUILD'] === '1';

/** The server of `npm run dev`. */
const API = `http://127.0.0.1:${process.env.PORT || 3000}`;

export default defineConfig(({ command }) => ({
  plugins: [
    mantineSheets(),
    themeVariables(),
    react({
      compiler: !isQuick,
      // What is excluded has no hot reload either.
      exclude: [/\/node_modules\//, ...(command === 'build' ? [RARELY_DRAWN] : [])],
    }),
    prerenderFirstPages(),
    precompress({ isQuick }),
  ],
  css: { postcss: { plugins: [mantine()] } },
  server: { host: 'localhost', port: 5173, proxy: { '/api': API } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': API } },
  build: {
    target: OLDEST_BROWSERS,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Read by checks of what is sent; the server serves no file whose name begins with a dot.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
}));

const WORTH_IT = /\.(js|css|html|svg|webmanifest)$/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Of Node's threads that compress. */
const AT_A_TIME = 4;

/**
 * Writes brotli and gzip copies of every text file at the highest level: files that are compressed once can take
 * their time, and get a seventh smaller than what the server could do per request. A quick build takes brotli's sixth
 * level: a tenth larger, in a thirtieth of the time.
 */
function precompress({ isQuick }: { readonly isQuick: boolean }): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) =>
        WORTH_IT.test(name),
      );
      const compressNext = async (): Promise<void> => {
        for (let name = names.pop(); name !== undefined; name = names.pop())
          await compress(join(dir, name), isQuick ? 6 : constants.BROTLI_MAX_QUALITY);
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, compressNext));
    },
  };
}

async function compress(path: string, quality: number): Promise<void> {
  const text = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  };
  await writeFile(`${path}.br`, await brotli(text, { params }));
  await writeFile(`${path}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION }));
}
