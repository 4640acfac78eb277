import { posix } from 'node:path';

/** What the bundler knows of a module once all are loaded. */
export type Graph = {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
};

/** Indexes of libraries: they import everything, and who imports them needs the named parts alone. */
const INDEX =
  /\/node_modules\/(@mantine\/[\w-]+|@tabler\/icons-react)\/.*\/(?:index|tabler-icons-react)\.mjs$/;

const NAMED = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

type Named = { readonly from: string; readonly names: readonly string[] };

const namedIn = (code: string): Named[] =>
  [...code.matchAll(NAMED)].map(([, names, from]) => ({
    from: from!,
    names: names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  }));

/** `a as b`: the name in the module, and the one outside of it. */
const outer = (name: string): string => name.split(/\s+as\s+/).at(-1)!;
const inner = (name: string): string => name.split(/\s+as\s+/)[0]!;

/** The modules behind the names of each library's index. */
const indexes = new Map<string, ReadonlyMap<string, string>>();

function partsOf(index: string, graph: Graph): ReadonlyMap<string, string> {
  const known = indexes.get(index);
  if (known) return known;
  const parts = new Map<string, string>();
  for (const { from, names } of namedIn(graph.getModuleInfo(index)?.code ?? ''))
    if (from.startsWith('.'))
      for (const name of names) parts.set(outer(name), posix.join(posix.dirname(index), from));
  indexes.set(index, parts);
  return parts;
}

/** The modules that a module needs at once: its static imports, and of a library's index the parts that it names. */
export function neededBy(id: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(id);
  return (info?.importedIds ?? []).flatMap((imported) => {
    const library = INDEX.exec(imported)?.[1];
    if (library === undefined || id.includes(`/node_modules/${library}/`)) return [imported];
    const parts = partsOf(imported, graph);
    const named = namedIn(info?.code ?? '').filter(({ from }) => from === library);
    return named.flatMap(({ names }) => names.flatMap((name) => parts.get(inner(name)) ?? []));
  });
}
