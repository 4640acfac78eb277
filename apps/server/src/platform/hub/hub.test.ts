import { expect, test } from 'vitest';
import { Hub, type HubMember } from './hub.ts';

const enter = (member: HubMember, visitorId: string, address: string) =>
  member.enter({ visitorId, address, keys: [], lastEventId: null }, () => undefined);

test('visitors are counted over all processes, without those of a dead one', () => {
  const hub = new Hub();
  const [one, other] = [hub.join(), hub.join()];
  enter(one, 'ann', '203.0.113.1');
  enter(other, 'ann', '203.0.113.1');
  const bob = enter(other, 'bob', '203.0.113.2');
  expect([one.countVisitors(), other.countVisitors()]).toEqual([2, 2]);
  other.close();
  expect(one.countVisitors()).toBe(1);
  bob!.leave();
  expect(one.countVisitors()).toBe(1);
});

test('the first to join is on duty; when it dies the next one takes over and is notified', () => {
  const hub = new Hub();
  const published: string[] = [];
  const seats = ['one', 'two', 'three'].map((name) => {
    const member = hub.join();
    member.listen({ duty: () => void published.push(name) });
    return member;
  });
  expect(seats.map((member) => member.isOnDuty)).toEqual([true, false, false]);
  seats[1]!.close();
  seats[0]!.close();
  expect(published).toEqual(['three']);
  expect(seats[2]!.isOnDuty).toBe(true);
});

test('a signal reaches the other processes', () => {
  const hub = new Hub();
  const heard: string[] = [];
  const [one] = ['one', 'two', 'three'].map((name) => {
    const member = hub.join();
    member.listen({ signal: (topic, text) => void heard.push(`${name}: ${topic} ${text}`) });
    return member;
  });
  one!.signal('wake job', 'send mail');
  expect(heard).toEqual(['two: wake job send mail', 'three: wake job send mail']);
});

test('hits are counted over all processes until their window ends', async () => {
  const hub = new Hub();
  const [one, other] = [hub.join(), hub.join()];
  const counts = [one.hit('a', 30), other.hit('a', 30), one.hit('b', 30)];
  expect(counts.map(({ count }) => count)).toEqual([1, 2, 1]);
  expect(counts[1]!.endsInMs).toBeLessThanOrEqual(30);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(other.hit('a', 30).count).toBe(1);
});
