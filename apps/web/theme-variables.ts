import { normalizePath, type Plugin } from 'vite';
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
