import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    allowedMethods: AllowedMethods;
  }
}

/** Which methods an address of the server answers; empty for an address that there is not. */
type AllowedMethods = (path: string) => readonly string[];

/** Collects every route that is added from now on, for the `Allow` header of a call with another method. */
export function collectRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  let patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | null = null;
  app.decorate('allowedMethods', (path: string) => {
    patterns ??= [...methodsOf].map(([url, methods]) => ({ pattern: patternOf(url), methods }));
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted();
  });
}

/** As the router matches: `:id` is one segment that is not empty. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '[^/]+')}$`);
