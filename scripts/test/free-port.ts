import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below every system's ephemeral range: an outgoing connection could take the port before its server does.
const [FIRST, END] = [10_000, 30_000];
/** Browsers refuse to connect there, because attacks have used it. */
const REFUSED = 10_080;

/** A port of this machine on which nothing listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (port !== REFUSED && (await isFree(port))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
