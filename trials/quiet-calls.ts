/**
 * What does a quiet shop with own addresses ask of each node in a day? `node trials/quiet-calls.ts --blocks 10` counts it
 * on nodes that give logs of ten blocks at once, without it, of any number; `--buyers 100000` for more buyers.
 */
import { NETWORKS } from '@portside/contract';
import { parseArgs } from 'node:util';
import { BUYERS, countCallsADay, HOT, OPENED } from './setup/addresses/count-calls.ts';
import { openBooks } from './setup/simulator/open-books.ts';

const { values } = parseArgs({ options: { blocks: { type: 'string' }, buyers: { type: 'string' } } });
const buyers = Number(values.buyers ?? BUYERS);
const options = { buyers, ...(values.blocks !== undefined && { mostBlocks: Number(values.blocks) }) };
const { ctx, close } = await openBooks();
process.stdout.write(`${buyers} buyers, ${HOT} of them paid, ${OPENED} opened\n`);
for (const network of NETWORKS) {
  const aDay = await countCallsADay(ctx, network, options);
  process.stdout.write(`${network}: ${aDay} calls a day and node, ${(aDay / 1_440).toFixed(1)} a minute\n`);
}
await close();
