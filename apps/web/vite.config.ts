import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { mantineSheets } from './mantine-sheets.ts';

/** What every page needs: one file compresses better than ten, and outlives a release in the cache. */
const FRAME = {
  name: 'frame',
  test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack|i18next|react-i18next)\//,
  priority: 2,
};

/** What most pages share: else each icon and hook becomes a file of its own. */
const SHARED = { name: 'shared', test: /web\/src|@tabler|@mantine/, minShareCount: 8, priority: 1 };

export default defineConfig({
  plugins: [mantineSheets(), react(), babel({ presets: [reactCompilerPreset()] })],
  css: { postcss: { plugins: [mantine()] } },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [FRAME, SHARED] } } },
  },
});
