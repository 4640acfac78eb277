import { join } from 'node:path';
import { copyMigratedFolder } from '../../apps/server/src/testing/database-copies.ts';

/**
 * Starts a new sandbox as `npm start` does, an empty one on a copy of an embedded database that has its tables: to make
 * one takes half of the processor time of a start. `scripts/start.test.ts` starts without a copy.
 */
if (process.env['SANDBOX'] === 'empty') await copyMigratedFolder(join(process.env['DATA_DIR']!, 'database'));
await import(new URL('../start.js', import.meta.url).href);
