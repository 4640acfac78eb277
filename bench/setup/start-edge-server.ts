import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EdgeServerJob } from './edge-server.ts';

type EdgeServer = {
  readonly port: number;
  /** Processor time that its process has used so far. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
};

/** A server in a process of its own; `EDGE_PROFILE` names a folder for its CPU profile. */
export async function startEdgeServer(job: EdgeServerJob): Promise<EdgeServer> {
  const folder = process.env['EDGE_PROFILE'];
  const server = fork(new URL('./edge-server.ts', import.meta.url), {
    execArgv: folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });
  const { port } = await ask<{ port: number }>(server, job);
  return {
    port,
    cpuMs: async () => (await ask<{ cpuMs: number }>(server, 'cpu')).cpuMs,
    async stop() {
      const stopped = once(server, 'exit');
      server.send('stop');
      await stopped;
    },
  };
}

/** Sends the process a message and waits for its next one. */
export async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  const answered = once(child, 'message') as Promise<[T]>;
  child.send(message);
  return (await answered)[0];
}
