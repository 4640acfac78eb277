import { BatchSender, type SendBatch } from './batch-sender.ts';
import type { Hub } from './hub.ts';
import type { ToHub, ToWorker } from './messages.ts';

export type ServedWorker = {
  /** Handles the worker's messages, in order. */
  receive(batch: readonly ToHub[]): void;
  /** Removes the worker and all its streams. */
  close(): void;
};

/** The primary's end of a worker's connection to the hub. */
export function serveWorker(hub: Hub, send: SendBatch<ToWorker>, onStuck: () => void): ServedWorker {
  const out = new BatchSender<ToWorker>(send, onStuck);
  const member = hub.join();
  const leaving = new Map<number, () => void>();
  member.listen({
    event: (event) => out.add({ kind: 'event', event }),
    signal: (topic, text) => out.add({ kind: 'signal', topic, text }),
    duty: () => out.add({ kind: 'duty' }),
  });
  if (member.isOnDuty) out.add({ kind: 'duty' });

  const receive = (message: ToHub): void => {
    switch (message.kind) {
      case 'publish':
        return member.publish(message.event);
      case 'signal':
        return member.signal(message.topic, message.text);
      case 'enter': {
        const { callId, stream } = message;
        // The worker receives events and replies in one order, so the reply marks where the stream entered.
        const entry = member.enter(stream, () => undefined);
        if (entry) leaving.set(callId, entry.leave);
        return out.add({ kind: 'reply', callId, value: entry && entry.missed });
      }
      case 'leave':
        leaving.get(message.entered)?.();
        return void leaving.delete(message.entered);
      case 'visitors':
        return out.add({ kind: 'reply', callId: message.callId, value: member.countVisitors() });
      case 'hit': {
        const value = member.hit(message.key, message.windowMs);
        return out.add({ kind: 'reply', callId: message.callId, value });
      }
    }
  };
  return { receive: (batch) => batch.forEach(receive), close: () => member.close() };
}
