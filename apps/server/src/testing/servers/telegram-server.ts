import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
