// `npm test`: scripts/test/ tells what it runs. The check of the Node comes before anything an older one cannot read.
import { requireNode24 } from './require-node.js';

requireNode24();
const { main } = await import('./test/main.ts');
process.exitCode = await main(process.argv.slice(2));
