import { join } from 'node:path';
import { normalizePath } from 'vite';
import { FIRST_PAGES } from './first-pages.ts';

const idOf = (module: string): string => normalizePath(join(import.meta.dirname, 'src', module));

/** The modules of each first page. */
const PAGES = FIRST_PAGES.map(({ modules }) => modules.map(idOf));
const OWN_CHUNKS = new Set(PAGES.flat());
/** Whose imports every page needs. */
const MAIN = idOf('main.tsx');
const APP = idOf('app/');

/** A module that fewer of them load comes with its page: the others need not carry it. */
const LEAST_PAGES = 5;

type Graph = { getModuleInfo(id: string): { readonly importedIds: string[] } | null };

/** How many first pages load a module at once. */
function countPages(graph: Graph): Map<string, number> {
  const counts = new Map<string, number>();
  for (const page of PAGES) {
    const seen = new Set<string>();
    const waiting = [...page, MAIN];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
    for (const id of seen) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * Names the chunk of what first pages share of our own code; null for everything else. What such a module imports
 * is reached by the same pages, so the chunk needs no other of ours.
 */
export function sharedByFirstPages(name: string) {
  let counts: Map<string, number> | undefined;
  return (id: string, graph: Graph): string | null => {
    if (id.includes('node_modules') || id.startsWith(APP) || id === MAIN || OWN_CHUNKS.has(id)) return null;
    counts ??= countPages(graph);
    return (counts.get(id) ?? 0) >= LEAST_PAGES ? name : null;
  };
}

const BACK_OFFICE = 'assets/admin/';

/** The back office has a folder of its own. */
export const chunkFileNames = ({ facadeModuleId: id }: { facadeModuleId: string | null }): string =>
  `${id?.includes('/admin/') ? BACK_OFFICE : 'assets/'}[name]-[hash].js`;

/**
 * The scripts that are fetched together with a page, before it has said that it needs them. Their list is in
 * everybody's first load, and the back office's would be the longest: its pages ask for theirs when they are read.
 */
export const resolveDependencies = (
  file: string,
  needed: string[],
  { hostId }: { hostId: string },
): string[] => ([file, hostId].some((path) => path.startsWith(BACK_OFFICE)) ? [] : needed);
