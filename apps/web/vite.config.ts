import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { mantineSheets, themeVariables } from './stylesheets.ts';
import { prerenderFirstPages } from './prerender-first-pages.ts';
import { CHUNKS } from './chunks.ts';
import { precompress } from './precompress.ts';

/** What never changes: to remember what it has drawn would only be more code. */
const DRAWN_ONCE = /\/pictures\/|-picture\.tsx$|\/logo\.tsx$/;

export default defineConfig({
  plugins: [
    mantineSheets(),
    themeVariables(),
    react({ compiler: true, exclude: [DRAWN_ONCE, /\/node_modules\//] }),
    prerenderFirstPages(),
    precompress({ isQuick: process.env['QUICK_BUILD'] === '1' }),
  ],
  css: { postcss: { plugins: [mantine()] } },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Read by checks of what is sent; the server serves no file whose name begins with a dot.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
});
