import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** File names below the site's root, which is what a worker may serve. */
const WORKERS = { 'worker.js': 'worker', 'withdrawn-worker.js': 'withdrawn' } as const;

/**
 * Builds the service worker and its replacement, each a script of its own. The worker's text names the files of the
 * build, by their hash, so browsers take every build's worker for a new one.
 */
export const buildWorkers = (): Plugin => ({
  name: 'build-workers',
  apply: 'build',
  async generateBundle(_, bundle) {
    const files = Object.keys(bundle).toSorted().join('\n');
    const name = createHash('sha256').update(files).digest('hex').slice(0, 12);
    for (const [fileName, module] of Object.entries(WORKERS))
      this.emitFile({ type: 'asset', fileName, source: await bundleWorker(module, name) });
  },
});

async function bundleWorker(module: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify(name) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/worker', `${module}.ts`),
        output: { format: 'iife' },
      },
    },
  });
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  if (chunk?.type !== 'chunk') throw new Error(`the worker ${module} has no script`);
  return chunk.code;
}
