import { Batches, type SendBatch } from './batches.ts';
import type { Hub } from './hub.ts';
import type { ToHub, ToWorker } from './messages.ts';

export type ServedWorker = {
  /** Does what the worker asks for, in order. */
  hear(batch: readonly ToHub[]): void;
  /** Forgets the worker and all its streams. */
  close(): void;
};

/** The primary's end of a worker's line to the hub. */
export function serveWorker(hub: Hub, send: SendBatch<ToWorker>, onStuck: () => void): ServedWorker {
  const out = new Batches<ToWorker>(send, onStuck);
  const seat = hub.join();
  const leaving = new Map<number, () => void>();
  seat.listen({
    event: (event) => out.add({ kind: 'event', event }),
    signal: (topic, text) => out.add({ kind: 'signal', topic, text }),
    duty: () => out.add({ kind: 'duty' }),
  });
  if (seat.isOnDuty) out.add({ kind: 'duty' });

  const hear = (message: ToHub): void => {
    switch (message.kind) {
      case 'publish':
        return seat.publish(message.event);
      case 'signal':
        return seat.signal(message.topic, message.text);
      case 'enter': {
        const { ask, stream } = message;
        // The worker is told in the order of events, so the answer's place among them is where it entered.
        const welcome = seat.enter(stream, () => undefined);
        if (welcome) leaving.set(ask, welcome.leave);
        return out.add({ kind: 'answer', ask, value: welcome && welcome.missed });
      }
      case 'leave':
        leaving.get(message.entered)?.();
        return void leaving.delete(message.entered);
      case 'visitors':
        return out.add({ kind: 'answer', ask: message.ask, value: seat.countVisitors() });
      case 'hit': {
        const value = seat.hit(message.key, message.windowMs);
        return out.add({ kind: 'answer', ask: message.ask, value });
      }
    }
  };
  return { hear: (batch) => batch.forEach(hear), close: () => seat.close() };
}
