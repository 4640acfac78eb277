import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './end-of-file.ts';

export type TextAnswer = {
  readonly status?: number;
  readonly text: string | Buffer;
  readonly location?: string;
  /** Ends the connection before the whole text is sent. */
  readonly breaksOff?: boolean;
};

/** An HTTP server on loopback that answers each path as given (null: not at all), until the end of the test file. */
export async function startTextServer(answer: (path: string) => TextAnswer | null) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const said = answer(path);
    if (said === null) return;
    const { status = 200, text, location, breaksOff = false } = said;
    const length = Buffer.byteLength(text) + (breaksOff ? 100 : 0);
    response.writeHead(status, { 'content-length': length, ...(location && { location }) });
    if (breaksOff) response.write(text, () => response.destroy());
    else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

type ReceivedMessage = { readonly path: string; readonly body: { chat_id: string; text: string } };

type Answer = { readonly status: number; readonly text: string };

const TAKEN: Answer = { status: 200, text: '{"ok":true,"result":{}}' };

/** A stand-in for Telegram's Bot API: records messages and answers as configured; null for no answer. */
export async function startTelegramServer(answer: () => Answer | null = () => TAKEN) {
  const told: ReceivedMessage[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      told.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) });
      const said = answer();
      // Null: silence.
      if (said) response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, told, stop };
}
