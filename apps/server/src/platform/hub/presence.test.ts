import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Presence } from './hub.ts';

test('three tabs of one browser are one visitor until the last is closed', () => {
  const presence = new Presence();
  for (let tab = 0; tab < 3; tab += 1) presence.enter('ann', '203.0.113.1');
  expect(presence.count).toBe(1);
  presence.leave('ann', '203.0.113.1');
  presence.leave('ann', '203.0.113.1');
  expect(presence.count).toBe(1);
  presence.leave('ann', '203.0.113.1');
  expect(presence.count).toBe(0);
});

test('a browser that changes its network stays one visitor', () => {
  const presence = new Presence();
  presence.enter('ann', '203.0.113.1');
  presence.enter('ann', '198.51.100.1');
  expect(presence.count).toBe(1);
});

test('invented visitors of one address, or of one IPv6 network, count as twenty', () => {
  const presence = new Presence();
  for (let i = 0; i < 150; i += 1) presence.enter(`four ${i}`, '203.0.113.1');
  expect(presence.count).toBe(20);
  for (let i = 0; i < 150; i += 1) presence.enter(`six ${i}`, `2001:db8::${i.toString(16)}`);
  expect(presence.count).toBe(40);
  presence.enter('somebody else', '198.51.100.1');
  expect(presence.count).toBe(41);
});

test('the count matches a recount, whoever comes and goes', () => {
  const visit = fc.record({ visitor: fc.nat(40), address: fc.nat(2), stays: fc.boolean() });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 300 }), (visits) => {
      const presence = new Presence();
      const open: { visitor: number; address: number }[] = [];
      for (const { visitor, address, stays } of visits) {
        const home = open.find((one) => one.visitor === visitor)?.address ?? address;
        presence.enter(String(visitor), `10.0.0.${address}`);
        if (stays) open.push({ visitor, address: home });
        else presence.leave(String(visitor), `10.0.0.${address}`);
      }
      const byAddress = Map.groupBy(open, ({ address }) => address);
      const counts = [...byAddress.values()].map((one) => new Set(one.map(({ visitor }) => visitor)).size);
      expect(presence.count).toBe(counts.reduce((sum, count) => sum + Math.min(count, 20), 0));
    }),
  );
});

test('one address can open two hundred streams, and more only after closing some', () => {
  const presence = new Presence();
  const enter = (i: number): boolean => presence.enter(`visitor ${i % 90}`, `2001:db8::${i.toString(16)}`);
  expect(Array.from({ length: 210 }, (_, i) => enter(i)).filter(Boolean)).toHaveLength(200);
  expect(presence.enter('somebody else', '198.51.100.1')).toBe(true);
  presence.leave('visitor 3', '2001:db8::3');
  expect([enter(300), enter(301)]).toEqual([true, false]);
});
