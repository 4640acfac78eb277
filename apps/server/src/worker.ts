import { readConfig } from './config.ts';
import type { ToWorker } from './platform/hub/messages.ts';
import { RemoteHub } from './platform/hub/remote-hub.ts';
import { startWorker } from './start-worker.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import type { WorkerMessage } from './workers.ts';

const STOP_TIMEOUT_MS = 8_000;

/** Started by the primary, never by hand; reports to the primary only. */
const send = (message: WorkerMessage, onSent: (error: Error | null) => void): unknown =>
  process.send!(message, onSent);
const hub = new RemoteHub(send, () => process.exit(1));
process.on('message', (batch: readonly ToWorker[]) => hub.receive(batch));
process.on('disconnect', () => hub.disconnect());
// The primary may have died before the listeners above were attached.
if (!process.connected) process.exit(1);
try {
  const start = () => startWorker(readConfig(process.env), hub);
  await runUntilStopped(start, ['SIGINT', 'SIGTERM', 'disconnect'], STOP_TIMEOUT_MS);
  send({ kind: 'open' }, () => undefined);
} catch (error) {
  const { name, message, stack } = error as Error;
  const reason = name === 'StartError' ? message : (stack ?? message);
  send({ kind: 'failed', reason }, () => process.exit(1));
}
