import type { Live, ViewerIdentity } from '../platform/live/live.ts';

const viewerOf = (visitorId: string, userId: bigint | null, sessionId: bigint | null): ViewerIdentity => ({
  visitorId,
  address: '203.0.113.1',
  userId,
  sessionId,
});
export const ann = viewerOf('ann', 1n, 11n);
export const annAtWork = viewerOf('ann at work', 1n, 12n);
export const bob = viewerOf('bob', 2n, 21n);
export const stranger = viewerOf('stranger', null, null);

/** Opens a stream: what it hears from then on, what it missed before, and whether it was ended. */
export async function join(live: Live, who: ViewerIdentity, lastEventId?: string) {
  const heard: string[] = [];
  let isOver = false;
  const viewer = {
    ...who,
    send: ({ text }: { text: string }) => void heard.push(text),
    end: () => void (isOver = true),
  };
  const { missed, leave } = (await live.join(viewer, lastEventId))!;
  return { heard, isOver: () => isOver, missed: missed.map(({ text }) => text), leave };
}

/** An event for one user about the order of that number. */
export const order = (to: bigint, order_no: string) => ({ to, name: 'order', data: { order_no } }) as const;
/** The id of an event as it is sent. */
export const idOf = (text: string | undefined): string => /^id: (.*)$/m.exec(text ?? '')![1]!;
export const numbersIn = (texts: readonly string[]) => texts.map((text) => /[A-Z]\d+/.exec(text)?.[0]);
