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
