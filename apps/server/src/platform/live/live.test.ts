import { expect, test } from 'vitest';
import { Live, type Watcher } from './live.ts';

const watcher = (name: string, userId: bigint | null, sessionId: bigint | null): Watcher => ({
  visitorId: name,
  address: '203.0.113.1',
  userId,
  sessionId,
});
const ann = watcher('ann', 1n, 11n);
const annAtWork = watcher('ann at work', 1n, 12n);
const bob = watcher('bob', 2n, 21n);
const stranger = watcher('stranger', null, null);

function join(live: Live, who: Watcher): { heard: string[]; leave(): void } {
  const heard: string[] = [];
  const leave = live.join({ ...who, send: ({ text }) => void heard.push(text), end: () => undefined });
  return { heard, leave };
}

const order = (to: bigint, order_no: string) => ({ to, name: 'order', data: { order_no } }) as const;
const idOf = (text: string | undefined): string => /^id: (.*)$/m.exec(text ?? '')![1]!;

test('what is for one is heard by nobody else', () => {
  const live = new Live();
  const streams = [ann, annAtWork, bob, stranger].map((who) => join(live, who));
  live.publish(order(1n, 'A1'));
  live.publish({ to: { sessionId: 12n }, name: 'session', data: {} });
  const figures = { online_users: 4, accounts_sold_today: 0, latest_orders: [] };
  live.publish({ to: 'everybody', name: 'figures', data: figures });
  const names = streams.map(({ heard }) => heard.map((text) => /event: (\w+)/.exec(text)![1]));
  expect(names).toEqual([['order', 'figures'], ['order', 'session', 'figures'], ['figures'], ['figures']]);
});

test('an event goes over the wire as the page reads it', () => {
  const live = new Live();
  const { heard, leave } = join(live, ann);
  live.publish(order(1n, 'A1'));
  expect(heard[0]).toMatch(/^id: \w+-1\nevent: order\ndata: {"order_no":"A1"}\n\n$/);
  leave();
  live.publish(order(1n, 'A2'));
  expect(heard).toHaveLength(1);
});

test('who comes back hears what was missed, in order, and nothing of others', () => {
  const live = new Live();
  const { heard, leave } = join(live, ann);
  live.publish(order(1n, 'A1'));
  leave();
  live.publish(order(1n, 'A2'));
  live.publish(order(2n, 'B1'));
  live.publish({ to: 1n, name: 'balance', data: { balance: '1.00' } });
  live.publish({ to: 1n, name: 'session', data: {} });
  live.publish(order(1n, 'A3'));
  const missed = live.listMissed(ann, idOf(heard[0])).map(({ text }) => text);
  expect(missed.map((text) => /A\d|B\d/.exec(text)?.[0])).toEqual(['A2', 'A3']);
  expect(live.listMissed(ann, idOf(missed.at(-1)))).toEqual([]);
});

test('an id of another process, or of nobody, brings nothing', () => {
  const live = new Live();
  live.publish(order(1n, 'A1'));
  const other = new Live();
  const { heard } = join(other, ann);
  other.publish(order(1n, 'Z1'));
  for (const id of [idOf(heard[0]), '', 'x', '1-1']) expect(live.listMissed(ann, id)).toEqual([]);
});

test('no more than a thousand events are remembered', () => {
  const live = new Live();
  const { heard } = join(live, ann);
  for (let i = 0; i < 1_500; i += 1) live.publish(order(1n, `A${i}`));
  expect(live.listMissed(ann, idOf(heard[0]))).toHaveLength(1_000);
});
