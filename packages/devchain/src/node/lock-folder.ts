import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 100;
const ANSWER_LIMIT_MS = 1_000;

/**
 * Locks a folder for this process; resolves with the function that releases it. Waits while another process holds the
 * lock and rejects after `waitMs`.
 *
 * The lock file names a loopback port at which its holder answers with the lock's id. A process id could belong to
 * another process after a restart of the machine or container; a port that answers with the id cannot.
 */
export async function lockFolder(folder: string, waitMs: number): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const id = randomUUID();
  const server = createServer((socket) => void socket.on('error', () => socket.destroy()).end(id));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const giveUpAt = Date.now() + waitMs;
  while (!(await writeNew(path, JSON.stringify({ port, id })))) {
    if (!(await isHeld(path))) {
      await rm(path, { force: true });
    } else if (Date.now() > giveUpAt) {
      server.close();
      throw new Error(`The local chains in ${folder} are in use by another process`);
    } else {
      await pause(RETRY_MS);
    }
  }
  return async () => {
    await rm(path, { force: true });
    server.close();
  };
}

async function writeNew(path: string, content: string): Promise<boolean> {
  // Written to another file first, so that no process reads an empty lock file.
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, content, { mode: 0o600 });
  try {
    await link(aside, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside);
  }
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const { port, id } = JSON.parse(await readFile(path, 'utf8')) as { port: number; id: string };
    const socket = connect(port, '127.0.0.1').setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
    return (await text(socket)) === id;
  } catch {
    return false;
  }
}
