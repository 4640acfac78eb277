import { join } from 'node:path';
import { normalizePath } from 'vite';
import { FIRST_PAGES } from './first-pages.ts';

const idOf = (module: string): string => normalizePath(join(import.meta.dirname, 'src', module));

/** The modules of each first page. */
const PAGES = FIRST_PAGES.map(({ modules }) => modules.map(idOf));
const OWN_CHUNKS = new Set(PAGES.flat());
/** Its imports are needed by every page. */
const MAIN = idOf('main.tsx');
const APP = idOf('app/');

/** A module that fewer first pages use loads with those pages only. */
const LEAST_PAGES = 5;

type Graph = { getModuleInfo(id: string): { readonly importedIds: string[] } | null };

/** Counts, for each module, the first pages that statically import it. */
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
 * Names the chunk for our own code that the first pages share; null for everything else. What a shared module imports
 * is shared by the same pages, so the chunk needs no other of ours.
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

/** The back office's chunks get a folder of their own. */
export const chunkFileNames = ({ facadeModuleId: id }: { facadeModuleId: string | null }): string =>
  `${id?.includes('/admin/') ? BACK_OFFICE : 'assets/'}[name]-[hash].js`;

/**
 * The scripts to preload with a lazy import. The list is part of everyone's first load, and the back office's would
 * be the longest, so it preloads none.
 */
export const resolveDependencies = (
  file: string,
  needed: string[],
  { hostId }: { hostId: string },
): string[] => ([file, hostId].some((path) => path.startsWith(BACK_OFFICE)) ? [] : needed);
