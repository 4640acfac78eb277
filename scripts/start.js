// Builds the web pages where they are not those of the sources, then starts the server in this process, on the Node that
// came along where this one is too old.
// As a whole: an older Node, which only starts the one that came along, has no compile cache.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { buildPagesOnce } from './pages-build.js';
import { continueOnNode24 } from './require-node.js';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
// The environment, for the process of the local chains.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const failed = buildPagesOnce(root);
if (failed !== null) process.exit(failed);
await import('../apps/server/src/main.ts');
