/**
 * Fills a new sandbox and ends: `npm start` runs it while the pages are built. A process of its own, because what a
 * month of history leaves in memory goes with it. `serve` reports what keeps the shop from starting.
 */
import { flushCompileCache } from 'node:module';
import { readConfig, type Config } from '../config/config.ts';
import { StartError } from '../platform/refusal.ts';

// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));

const config = readConfigOrNull();
if (config?.mode === 'sandbox' && config.isSandboxLived) {
  const { fillOnly } = await import('./start-shop.ts');
  // The server, which waits for this process, finds its modules compiled.
  flushCompileCache();
  await fillOnly(config).catch((error: unknown) => {
    if (!(error instanceof StartError)) throw error;
  });
}
process.exit(0);

function readConfigOrNull(): Config | null {
  try {
    return readConfig(process.env);
  } catch {
    return null;
  }
}
