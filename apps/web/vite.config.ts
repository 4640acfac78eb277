import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { prerenderFirstPages } from './prerender-first-pages.ts';
import { chunkFileNames, isForPaying, resolveDependencies, sharedByFirstPages } from './first-load.ts';
import { mantineSheets } from './mantine-sheets.ts';
import { precompress } from './precompress.ts';

/** Libraries that every page needs: one file compresses better than ten, and stays cached across releases. */
const FRAME = {
  name: 'frame',
  test: /node_modules\/(react|react-dom|scheduler|zustand|@tanstack|i18next|react-i18next)\//i,
  priority: 2,
};

/** Our own code that the first pages share. The back office adds nothing to it. */
const OWN = { name: sharedByFirstPages('own'), includeDependenciesRecursively: false, priority: 3 };

/** Own code that the pages taking payments share: they are few, and their modules small. */
const PAYING = {
  name: (id: string, graph: Parameters<typeof isForPaying>[1]) => (isForPaying(id, graph) ? 'paying' : null),
  includeDependenciesRecursively: false,
  priority: 2,
};

/** The core of Mantine, which every component uses. */
const CORE = { name: 'core', test: /@mantine\/core\/esm\/core\//, minShareCount: 30, priority: 1 };

/**
 * Parts of Mantine and the icons that nearly all pages share; otherwise each icon and hook would be a file of its
 * own.
 */
const KIT = {
  name: 'kit',
  test: (id: string) => /@tabler|@mantine/.test(id) && !OPENED_LATER.test(id),
  minShareCount: 30,
};

/** Parts of Mantine that appear after a click, or on pages that are rarely opened first. */
const OPENED_LATER =
  /components\/(Modal|Drawer|Popover|Combobox|ScrollArea|Portal|Overlay|FocusTrap|RemoveScroll|Pagination|Checkbox|Textarea|Table|Select|Tooltip|PinInput|Switch|Radio|FloatingIndicator|SegmentedControl|Badge|Tabs|Alert)|use-focus/;

export default defineConfig({
  plugins: [
    mantineSheets(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    prerenderFirstPages(),
    precompress(),
  ],
  css: { postcss: { plugins: [mantine()] } },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  preview: { host: '127.0.0.1', port: 4173, proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false, resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { chunkFileNames, codeSplitting: { groups: [OWN, PAYING, FRAME, CORE, KIT] } },
    },
  },
});
