import { readConfig } from './config.ts';
import type { ToWorker } from './platform/hub/messages.ts';
import { RemoteHub } from './platform/hub/remote-hub.ts';
import { startWorker } from './start-worker.ts';
import { stopWhenAsked } from './stop-when-asked.ts';
import type { WorkerWord } from './workers.ts';

const LONGEST_STOP_MS = 8_000;

/** Started by the primary, never by hand; it tells what becomes of it to the primary alone. */
const say = (word: WorkerWord, onTaken: (error: Error | null) => void): unknown =>
  process.send!(word, onTaken);
const hub = new RemoteHub(say, () => process.exit(1));
process.on('message', (batch: readonly ToWorker[]) => hub.hear(batch));
try {
  const shop = await startWorker(readConfig(process.env), hub);
  stopWhenAsked(shop, ['SIGINT', 'SIGTERM', 'disconnect'], LONGEST_STOP_MS);
  say({ kind: 'open' }, () => undefined);
} catch (error) {
  const { name, message, stack } = error as Error;
  const reason = name === 'StartError' ? message : (stack ?? message);
  say({ kind: 'failed', reason }, () => process.exit(1));
}
