import type { Plugin } from 'vite';
import { themeVariables as writeVariables } from './src/app/theme/variables.ts';

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

/**
 * Builds only: Mantine's own fourteen colours would be part of every page, for nothing. The theme names ours, and
 * components name no others.
 */
export const ownColoursOnly = (): Plugin => ({
  name: 'own-colours-only',
  apply: 'build',
  transform: {
    filter: { id: /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/ },
    handler: () => ({ code: 'export const DEFAULT_COLORS = {};', map: null }),
  },
});
