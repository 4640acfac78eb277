import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HttpJob, HttpRate } from './http-load.ts';

/** Runs the callers in a process of their own, as they do in life. */
export async function loadFrom(job: HttpJob): Promise<HttpRate> {
  const child = fork(new URL('./http-load.ts', import.meta.url));
  child.send(job);
  const [rate] = (await once(child, 'message')) as [HttpRate];
  child.kill();
  return rate;
}
