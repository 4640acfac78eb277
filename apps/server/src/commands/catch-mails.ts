import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { Undo } from '../boot/start-steps.ts';

/**
 * A mail server on loopback that keeps every e-mail as a file and calls back with its name. Returns its address as
 * SMTP_URL takes it.
 */
export async function catchMails(
  folder: string,
  undo: Undo,
  tell: (to: string, file: string) => void,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${session.id}.eml`);
      stream.pipe(createWriteStream(file, { mode: 0o600 })).once('finish', () => {
        tell(session.envelope.rcptTo.map(({ address }) => address).join(', '), file);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  undo(() => new Promise<void>((resolve) => server.close(resolve)));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
