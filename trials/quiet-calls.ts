/**
 * What does a quiet shop with own addresses ask of each node in a day? `node trials/quiet-calls.ts --blocks 10` counts it
 * on nodes that give logs of ten blocks at once; without it, of any number.
 */
import { NETWORKS } from '@portside/contract';
import { parseArgs } from 'node:util';
import { BUYERS, countCallsADay, HOT, OPENED } from './setup/addresses/count-calls.ts';
import { openBooks } from './setup/simulator/open-books.ts';

const { values } = parseArgs({ options: { blocks: { type: 'string' } } });
const mostBlocks = values.blocks === undefined ? undefined : Number(values.blocks);
const { ctx, close } = await openBooks();
process.stdout.write(`${BUYERS} buyers, ${HOT} of them paid, ${OPENED} opened\n`);
for (const network of NETWORKS)
  process.stdout.write(
    `${network}: ${await countCallsADay(ctx, network, mostBlocks)} calls a day and node\n`,
  );
await close();
