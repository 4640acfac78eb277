// Builds the web pages where they are not those of the sources, and meanwhile fills a new sandbox; then starts the server
// in this process, on the Node that came along where this one is too old.
// As a whole: an older Node, which only starts the one that came along, has no compile cache.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { fillNewSandbox } from './new-sandbox.js';
import { buildPagesOnce } from './pages-build.js';
import { continueOnNode24 } from './require-node.js';

await continueOnNode24();
const root = join(import.meta.dirname, '..');
// The environment, for the processes of the local chains and of a new sandbox.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
const filling = fillNewSandbox(root);
const failed = (await buildPagesOnce(root, { isQuick: true })) ?? (await filling?.end());
if (failed) process.exit(failed);
await import('../apps/server/src/main.ts');
