import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
let isListening = false;

/**
 * Ends the child when this process exits first. All children share one listener: Node takes more than ten for a leak,
 * and two sets of local chains are ten nodes.
 */
export function killAtExit(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
  if (isListening) return;
  isListening = true;
  process.once('exit', () => running.forEach((one) => one.kill('SIGKILL')));
}
