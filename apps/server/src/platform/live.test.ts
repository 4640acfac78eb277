import { expect, test } from 'vitest';
import { Live } from './live.ts';
import { ann, annAtWork, bob, stranger, join, order, idOf, numbersIn } from '../testing/valkey.ts';

test('an event for one user reaches no one else', async () => {
  const live = new Live();
  const streams = await Promise.all([ann, annAtWork, bob, stranger].map((who) => join(live, who)));
  live.publish(order(1n, 'A1'));
  live.publish({ to: { sessionId: 12n }, name: 'session', data: {} });
  const figures = { online_users: 4, accounts_sold_today: 0, latest_orders: [] };
  live.publish({ to: 'everybody', name: 'figures', data: figures });
  const names = streams.map(({ heard }) => heard.map((text) => /event: (\w+)/.exec(text)![1]));
  expect(names).toEqual([['order', 'figures'], ['order', 'session', 'figures'], ['figures'], ['figures']]);
});

test('events have the wire format that pages read', async () => {
  const live = new Live();
  const { heard, leave } = await join(live, ann);
  live.publish(order(1n, 'A1'));
  expect(heard[0]).toMatch(/^id: \d+-\d+\nevent: order\ndata: {"order_no":"A1"}\n\n$/);
  leave();
  live.publish(order(1n, 'A2'));
  expect(heard).toHaveLength(1);
});

test('a reconnecting viewer receives what it missed, in order, and nothing of others', async () => {
  const live = new Live();
  const { heard, leave } = await join(live, ann);
  live.publish(order(1n, 'A1'));
  leave();
  live.publish(order(1n, 'A2'));
  live.publish(order(2n, 'B1'));
  live.publish({ to: 1n, name: 'balance', data: { balance: '1.00' } });
  live.publish({ to: 1n, name: 'session', data: {} });
  live.publish(order(1n, 'A3'));
  const back = await join(live, ann, idOf(heard[0]));
  expect(numbersIn(back.missed)).toEqual(['A2', 'A3']);
  expect((await join(live, ann, idOf(back.missed.at(-1)))).missed).toEqual([]);
});

test('an invalid id replays nothing', async () => {
  const live = new Live();
  live.publish(order(1n, 'Z1'));
  for (const id of ['', 'x', '1-x']) expect((await join(live, ann, id)).missed).toEqual([]);
});

test('the last ten thousand events are kept', async () => {
  const live = new Live();
  const { heard } = await join(live, ann);
  for (let i = 0; i < 25_000; i += 1) live.publish(order(1n, `A${i}`));
  const { missed } = await join(live, ann, idOf(heard[0]));
  expect(numbersIn(missed)).toEqual(Array.from({ length: 10_000 }, (_, i) => `A${15_000 + i}`));
});
