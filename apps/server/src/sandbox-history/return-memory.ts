import { Session } from 'node:inspector';

/**
 * Collects garbage and returns its memory to the system. For after much work that is not repeated: a quiet process would
 * keep that memory for hours.
 */
export function returnMemory(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
