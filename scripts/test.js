// `npm test`: see scripts/test/. The check of Node comes before anything that an older one cannot parse.
import { requireNode24 } from './require-node.js';

requireNode24();
const { main } = await import('./test/main.ts');
process.exitCode = await main(process.argv.slice(2));
