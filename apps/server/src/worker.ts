import { readConfig } from './config.ts';
import type { ToWorker } from './platform/hub/messages.ts';
import { RemoteHub } from './platform/hub/remote-hub.ts';
import { startWorker } from './start-worker.ts';
import { runUntilAsked } from './run-until-asked.ts';
import type { WorkerWord } from './workers.ts';

const LONGEST_STOP_MS = 8_000;

/** Started by the primary, never by hand; it tells what becomes of it to the primary alone. */
const say = (word: WorkerWord, onTaken: (error: Error | null) => void): unknown =>
  process.send!(word, onTaken);
const hub = new RemoteHub(say, () => process.exit(1));
process.on('message', (batch: readonly ToWorker[]) => hub.hear(batch));
process.on('disconnect', () => hub.lose());
// The primary may have died before anything here could hear of it.
if (!process.connected) process.exit(1);
try {
  const start = () => startWorker(readConfig(process.env), hub);
  await runUntilAsked(start, ['SIGINT', 'SIGTERM', 'disconnect'], LONGEST_STOP_MS);
  say({ kind: 'open' }, () => undefined);
} catch (error) {
  const { name, message, stack } = error as Error;
  const reason = name === 'StartError' ? message : (stack ?? message);
  say({ kind: 'failed', reason }, () => process.exit(1));
}
