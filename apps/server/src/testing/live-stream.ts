import { request } from 'node:http';

/** A page's live stream, as it came over the network. */
export type LiveStream = {
  /** The texts of its events of that name. */
  eventsOf(name: string): string[];
  readonly isOpen: () => boolean;
  close(): void;
};

type Viewer = { readonly authorization: string; readonly visitor: string; readonly lastEventId?: string };

/** Opens the stream on a connection of its own; resolves with its first bytes, rejects where it is refused. */
export function openLiveStream(
  port: number,
  { authorization, visitor, lastEventId }: Viewer,
): Promise<LiveStream> {
  const headers = { authorization, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const path = `/api/live?visitor=${visitor}`;
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers, agent: false }, (answer) => {
      let [text, isOpen] = ['', true];
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      const stream: LiveStream = {
        eventsOf: (name) => text.split('\n\n').filter((event) => event.includes(`event: ${name}\n`)),
        isOpen: () => isOpen,
        close: () => asked.destroy(),
      };
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        resolve(stream);
      });
      answer.on('error', () => undefined).on('close', () => (isOpen = false));
    });
    asked.on('error', reject);
    asked.end();
  });
}
