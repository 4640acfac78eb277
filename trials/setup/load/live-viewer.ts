import { setTimeout as sleep } from 'node:timers/promises';
import type { Buyer } from './call.ts';

export type SeenEvent = { readonly id: string | null; readonly name: string; readonly data: string };

/** A page that watches the live stream and reconnects from its last event when it is cut off. */
export type LiveViewer = {
  readonly seen: readonly SeenEvent[];
  readonly connections: number;
  readonly isOpen: boolean;
  /** Empties `seen`; it still resumes from the last event it saw. */
  forget(): void;
  /** Disconnects it, and keeps it away until it comes back. */
  leave(): void;
  comeBack(): void;
  stop(): Promise<void>;
};

const PAUSE_MS = 20;

/** `pauseMs` is how long it stays away after being cut off. */
export function startViewer(url: string, { token, address }: Buyer, pauseMs = PAUSE_MS): LiveViewer {
  const seen: SeenEvent[] = [];
  const over = new AbortController();
  let connection = new AbortController();
  let isAway = false;
  let connections = 0;
  let isOpen = false;
  let lastId: string | null = null;
  const watchOnce = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/live`, {
      signal: AbortSignal.any([over.signal, connection.signal]),
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        accept: 'text/event-stream',
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    connections += 1;
    isOpen = true;
    let rest = '';
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      // An incomplete event does not count.
      rest = blocks.pop()!;
      for (const event of blocks.flatMap(readEvent)) {
        seen.push(event);
        lastId = event.id ?? lastId;
      }
    }
  };
  const watching = (async (): Promise<void> => {
    while (!over.signal.aborted) {
      if (!isAway) await watchOnce().catch(() => undefined);
      isOpen = false;
      await sleep(isAway ? PAUSE_MS : pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    seen,
    get connections() {
      return connections;
    },
    get isOpen() {
      return isOpen;
    },
    forget() {
      seen.length = 0;
    },
    leave() {
      isAway = true;
      connection.abort();
      connection = new AbortController();
    },
    comeBack() {
      isAway = false;
    },
    async stop() {
      over.abort();
      await watching;
    },
  };
}

/** Empty for a heartbeat. */
function readEvent(block: string): SeenEvent[] {
  const fields = new Map(
    block
      .split('\n')
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const name = fields.get('event');
  return name === undefined ? [] : [{ id: fields.get('id') ?? null, name, data: fields.get('data') ?? '' }];
}
