import { simpleParser } from 'mailparser';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps what was delivered. */
export type MailSink = {
  readonly url: string;
  /** The attached accounts by order number, once for each mail that arrived. */
  readonly arrived: ReadonlyMap<string, readonly string[]>;
  /** While down, it refuses connections. */
  setDown(isDown: boolean): Promise<void>;
  /** While held, it accepts connections and mails but does not answer. */
  hold(isHeld: boolean): void;
  stop(): Promise<void>;
};

export async function startMailSink(): Promise<MailSink> {
  const arrived = new Map<string, string[]>();
  let isHeld = false;
  const listen = async (wanted: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, _session, done) {
        if (isHeld) stream.resume();
        else void keep(stream, arrived, done);
      },
    });
    server.on('error', () => undefined);
    server.listen(wanted, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  let server: SMTPServer | null = await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const hold = (wanted: boolean): void => void (isHeld = wanted);
  const stop = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (server) server.close(resolve);
    else resolve();
    await promise;
    server = null;
  };
  const setDown = async (isDown: boolean): Promise<void> => {
    if (isDown) await stop();
    else server ??= await listen(port);
  };
  return { url: `smtp://127.0.0.1:${port}`, arrived, setDown, hold, stop };
}

/** An incomplete mail of a killed sender does not count. */
async function keep(
  stream: Readable,
  arrived: Map<string, string[]>,
  done: (error: Error | null) => void,
): Promise<void> {
  try {
    const { attachments } = await simpleParser(stream);
    for (const { filename, content } of attachments) {
      const orderNo = filename?.replace(/\.txt$/, '') ?? '';
      arrived.set(orderNo, [...(arrived.get(orderNo) ?? []), content.toString('utf8')]);
    }
    done(null);
  } catch (error) {
    done(error as Error);
  }
}
