import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { atEndOfFile } from './end-of-file.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import type { Live, ViewerIdentity } from '../platform/live.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];
const PROGRAM = PROGRAMS.find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether this machine has a Valkey or Redis server; tests of several processes need one. */
export const hasValkey = PROGRAM !== undefined;

export type TestValkey = {
  readonly url: string;
  /** Ends the server as a power cut would; it kept everything in memory only. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
};

/** A server of the test file's own, on a free port of this machine, ended with the file. */
export async function startValkey(): Promise<TestValkey> {
  const valkey = await launchValkey();
  atEndOfFile(() => valkey.kill());
  return valkey;
}

/** A server on a free port of this machine, ended with this process at the latest. */
export async function launchValkey(): Promise<TestValkey> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await start(port, url);
  process.once('exit', () => void server.kill('SIGKILL'));
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return { url, kill, restart: async () => void (server = await start(port, url)) };
}

async function start(port: number, url: string): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn(PROGRAM!, options, { stdio: 'ignore' });
  while (!(await answers(url))) await sleep(20);
  return server;
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false;
  } finally {
    if (client.isOpen) client.destroy();
  }
}

const viewerOf = (visitorId: string, userId: bigint | null, sessionId: bigint | null): ViewerIdentity => ({
  visitorId,
  address: '203.0.113.1',
  userId,
  sessionId,
});

export const ann = viewerOf('ann', 1n, 11n);

export const annAtWork = viewerOf('ann at work', 1n, 12n);

export const bob = viewerOf('bob', 2n, 21n);

export const stranger = viewerOf('stranger', null, null);

/** Opens a stream: what it hears from then on, what it missed before, and whether it was ended. */
export async function join(live: Live, who: ViewerIdentity, lastEventId?: string) {
  const heard: string[] = [];
  let isOver = false;
  const viewer = {
    ...who,
    send: ({ text }: { text: string }) => void heard.push(text),
    end: () => void (isOver = true),
  };
  const { missed, leave } = (await live.join(viewer, lastEventId))!;
  return { heard, isOver: () => isOver, missed: missed.map(({ text }) => text), leave };
}

/** An event for one user about the order of that number. */
export const order = (to: bigint, order_no: string) => ({ to, name: 'order', data: { order_no } }) as const;

/** The id of an event as it is sent. */
export const idOf = (text: string | undefined): string => /^id: (.*)$/m.exec(text ?? '')![1]!;

export const numbersIn = (texts: readonly string[]) => texts.map((text) => /[A-Z]\d+/.exec(text)?.[0]);
