import { join } from 'node:path';
import { normalizePath } from 'vite';
import { FIRST_PAGES } from './first-pages.ts';

const idOf = (module: string): string => normalizePath(join(import.meta.dirname, 'src', module));

/** A product's page consists of parts of others, which it would make everybody load. */
const SHARING = FIRST_PAGES.filter(({ path }) => path !== '/product');
/** The modules of each page that shares code with others. */
const PAGES = SHARING.map(({ modules }) => modules.map(idOf));
const OWN_CHUNKS = new Set(FIRST_PAGES.flatMap(({ modules }) => modules.map(idOf)));
/** Its imports are needed by every page. */
const MAIN = idOf('main.tsx');
const APP = idOf('app/');

/** A module that fewer first pages use loads with those pages only. */
const LEAST_PAGES = 5;

type Graph = { getModuleInfo(id: string): { readonly importedIds: string[] } | null };

/** Maps each module to the first pages that statically import it, by their positions in the list. */
function pagesOfModules(graph: Graph): Map<string, number[]> {
  const pages = new Map<string, number[]>();
  for (const [place, page] of PAGES.entries()) {
    const seen = new Set<string>();
    const waiting = [...page, MAIN];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
    for (const id of seen) pages.set(id, [...(pages.get(id) ?? []), place]);
  }
  return pages;
}

/** The first pages that statically import a module of our own; none for other modules. */
function createPagesOf() {
  let known: Map<string, number[]> | undefined;
  return (id: string, graph: Graph): readonly number[] => {
    if (id.includes('node_modules') || id.startsWith(APP) || id === MAIN || OWN_CHUNKS.has(id)) return [];
    known ??= pagesOfModules(graph);
    return known.get(id) ?? [];
  };
}

const pagesOf = createPagesOf();

/**
 * Names the chunk for our own code that the first pages share; null for everything else. What a shared module imports
 * is shared by the same pages, so the chunk needs no other of ours.
 */
export const sharedByFirstPages = (name: string) => (id: string, graph: Graph) =>
  pagesOf(id, graph).length >= LEAST_PAGES ? name : null;

/** The pages that take payments. */
const PAYING = new Set(['/client/amount-recharge', '/pay', '/h5Pay', '/mobile/cashRegister']);

/**
 * Whether the pages that take payments share a module that no other first page loads: one file compresses better
 * than ten. Code only, because style sheets keep the order of their files. Small modules of our packages may be
 * shared by one page fewer.
 */
export const isForPaying = (id: string, graph: Graph): boolean => {
  const pages = pagesOf(id, graph).map((place) => SHARING[place]!.path);
  const least = id.includes('/packages/') ? PAYING.size - 1 : PAYING.size;
  return id.endsWith('.ts') && pages.length >= least && pages.every((page) => PAYING.has(page));
};

const BACK_OFFICE = 'assets/admin/';

/** The back office's chunks get a folder of their own. */
export const chunkFileNames = ({ facadeModuleId: id }: { facadeModuleId: string | null }): string =>
  `${id?.includes('/admin/') ? BACK_OFFICE : 'assets/'}[name]-[hash].js`;

/** Parts with long lists: opened from a page that has loaded most of them, or rarely. */
const LONG_LISTS = /^assets\/(?:product|placed-order|shop-window|intent-note|filter-fields)-/;

/**
 * The scripts to preload with a lazy import. The list is part of everyone's first load, and the back office's would
 * be the longest, so it preloads none.
 */
export const resolveDependencies = (
  file: string,
  needed: string[],
  { hostId }: { hostId: string },
): string[] =>
  LONG_LISTS.test(file) || [file, hostId].some((path) => path.startsWith(BACK_OFFICE)) ? [] : needed;
