import { expect, test } from 'vitest';
import { compareEventIds, EventIds } from './local-delivery.ts';
import { Hub } from './hub.ts';

const enter = (hub: Hub, visitorId: string, address: string) =>
  hub.enter({ visitorId, address, keys: [], lastEventId: null }, () => undefined);

test('a visitor with several streams is counted once, until the last one leaves', () => {
  const hub = new Hub();
  enter(hub, 'ann', '203.0.113.1');
  const bob = enter(hub, 'bob', '203.0.113.2')!;
  const again = enter(hub, 'bob', '203.0.113.2')!;
  expect(hub.countVisitors()).toBe(2);
  bob.leave();
  bob.leave();
  expect(hub.countVisitors()).toBe(2);
  again.leave();
  expect(hub.countVisitors()).toBe(1);
});

const LONG_MS = 3_600_000;

test('hits are counted until their window ends', async () => {
  const hub = new Hub();
  const counts = [hub.hit('a', LONG_MS), hub.hit('a', LONG_MS), hub.hit('b', LONG_MS)];
  expect(counts.map(({ count }) => count)).toEqual([1, 2, 1]);
  // The window began with the first hit: the second does not lengthen it.
  expect(counts[1]!.endsInMs).toBeLessThanOrEqual(counts[0]!.endsInMs);
  hub.hit('c', 1);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(hub.hit('c', 1).count).toBe(1);
});

test('ids of events rise, however many a millisecond has', () => {
  const ids = new EventIds();
  const made = Array.from({ length: 5_000 }, () => ids.next());
  for (const [i, id] of made.slice(1).entries()) expect(compareEventIds(made[i]!, id)).toBe(-1);
  expect(compareEventIds('9-9', '10-0')).toBe(-1);
  expect(compareEventIds('9-9', '9-9')).toBe(0);
  expect(compareEventIds('9-9', 'from elsewhere')).toBe(-1);
});
