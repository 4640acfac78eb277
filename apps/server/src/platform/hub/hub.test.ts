import { createClient } from '@redis/client';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  hasValkey,
  startValkey,
  type TestValkey,
  ann,
  annAtWork,
  bob,
  join,
  order,
  idOf,
  numbersIn,
} from '../../testing/valkey.ts';
import { Live } from '../live.ts';
import { compareEventIds, EventIds } from './local-delivery.ts';
import { Hub, Presence } from './hub.ts';
import { ValkeyHub } from './valkey-hub.ts';

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

describe('on Valkey', () => {
  const log = pino({ level: 'silent' });
  let valkey: TestValkey;
  const open: ValkeyHub[] = [];

  beforeAll(async () => {
    if (hasValkey) valkey = await startValkey();
  });

  afterEach(async () => {
    for (const hub of open.splice(0)) await hub.close();
  });

  /** The hub of one more process. */
  async function openHub(url = valkey.url): Promise<ValkeyHub> {
    const hub = await ValkeyHub.open(url, log);
    open.push(hub);
    return hub;
  }

  /** Runs a command as an administrator of Valkey. */
  async function command(...words: string[]): Promise<void> {
    const client = await createClient({ url: valkey.url }).connect();
    await client.sendCommand(words);
    client.destroy();
  }

  test.runIf(hasValkey)(
    'all processes receive events in one order, each only those for its viewers',
    async () => {
      const [here, there] = [new Live(await openHub()), new Live(await openHub())];
      const annHere = await join(here, ann);
      const annThere = await join(there, annAtWork);
      const bobThere = await join(there, bob);
      for (let i = 0; i < 200; i += 1) (i % 2 === 0 ? here : there).publish(order(1n, `A${i}`));
      here.publish({ to: { sessionId: 21n }, name: 'session', data: {} });
      await expect.poll(() => annHere.heard.length).toBe(200);
      await expect
        .poll(() => bobThere.heard.map((text) => /event: (\w+)/.exec(text)![1]))
        .toEqual(['session']);
      expect(new Set(numbersIn(annHere.heard)).size).toBe(200);
      expect(annThere.heard).toEqual(annHere.heard);
    },
  );

  test.runIf(hasValkey)('a stream catches up at any process, also at one that started later', async () => {
    const here = new Live(await openHub());
    const { heard, leave } = await join(here, ann);
    here.publish(order(1n, 'A1'));
    await expect.poll(() => heard.length).toBe(1);
    leave();
    for (const number of ['A2', 'A3']) here.publish(order(1n, number));
    here.publish(order(2n, 'B1'));
    const witness = await join(here, bob);
    here.publish(order(2n, 'B2'));
    await expect.poll(() => witness.heard.length).toBeGreaterThan(0);
    const later = new Live(await openHub());
    expect(numbersIn((await join(later, ann, idOf(heard[0]))).missed)).toEqual(['A2', 'A3']);
  });

  test.runIf(hasValkey)(
    'an older balance never follows a newer one, whichever process publishes first',
    async () => {
      const [here, there] = [new Live(await openHub()), new Live(await openHub())];
      const { heard } = await join(here, ann);
      const balance = (amount: string) => ({ to: 1n, name: 'balance', data: { balance: amount } }) as const;
      const now = Date.now();
      const amounts = () => heard.map((text) => /balance":"([\d.]+)/.exec(text)![1]);
      there.publish(balance('1.00'), now + 20);
      await expect.poll(amounts).toEqual(['1.00']);
      here.publish(balance('2.00'), now + 10);
      here.publish(balance('0.50'), now + 30);
      await expect.poll(amounts).toEqual(['1.00', '0.50']);
    },
  );

  test.runIf(hasValkey)(
    'visitors are counted over all processes, without those of one that stopped',
    async () => {
      const [one, other] = [await openHub(), await openHub()];
      const [here, there] = [new Live(one), new Live(other)];
      await join(here, ann);
      await join(there, ann);
      await join(there, bob);
      await expect.poll(() => one.countVisitors()).toBe(2);
      await other.close();
      await expect.poll(() => one.countVisitors()).toBe(1);
    },
  );

  test.runIf(hasValkey)('an address holds at most 200 streams over all processes', async () => {
    const [one, other] = [await openHub(), await openHub()];
    await expect.poll(() => one.countVisitors()).toBe(0);
    const stream = { visitorId: 'v', address: '203.0.113.9', keys: [], lastEventId: null };
    const entries = [];
    for (let i = 0; i < 200; i += 1) entries.push(await (i % 2 ? one : other).enter(stream, () => undefined));
    expect(entries.every((entry) => entry !== null)).toBe(true);
    const isFull = (hub: ValkeyHub) => async () => (await hub.enter(stream, () => undefined)) === null;
    // A process discovers a new one within two seconds.
    await expect.poll(isFull(one)).toBe(true);
    await expect.poll(isFull(other)).toBe(true);
    for (const entry of entries) entry!.leave();
    await expect.poll(isFull(other)).toBe(false);
  });

  test.runIf(hasValkey)('hits are counted over all processes until their window ends', async () => {
    const [one, other] = [await openHub(), await openHub()];
    const counts = [await one.hit('a', 200), await other.hit('a', 200), await one.hit('b', 200)];
    expect(counts.map(({ count }) => count)).toEqual([1, 2, 1]);
    expect(counts[1]!.endsInMs).toBeLessThanOrEqual(200);
    await expect.poll(async () => (await other.hit('a', 200)).count, { interval: 250 }).toBe(1);
  });

  test.runIf(hasValkey)('a signal reaches the other processes and not its sender', async () => {
    const heard: string[] = [];
    const hubs = await Promise.all([1, 2, 3].map(() => openHub()));
    hubs.forEach((hub, i) =>
      hub.listen({ signal: (topic, text) => void heard.push(`${i}: ${topic} ${text}`) }),
    );
    hubs[0]!.signal('wake job', 'send mail');
    await expect.poll(() => heard.toSorted()).toEqual(['1: wake job send mail', '2: wake job send mail']);
  });

  test.runIf(hasValkey)('a change is told here at once, and to the other processes', async () => {
    const [here, there] = [new Live(await openHub()), new Live(await openHub())];
    const heard: string[] = [];
    here.onChange((change) => void heard.push(`here: ${change}`));
    there.onChange((change) => void heard.push(`there: ${change}`));
    here.changed('admin');
    expect(heard).toEqual(['here: admin']);
    await expect.poll(() => heard).toEqual(['here: admin', 'there: admin']);
  });

  test.runIf(hasValkey)(
    'while Valkey is away streams end, limits count here, and all of it comes back',
    async () => {
      const [one, other] = [await openHub(), await openHub()];
      const [here, there] = [new Live(one), new Live(other)];
      const before = await join(here, ann);
      await valkey.kill();
      await expect.poll(before.isOver).toBe(true);
      before.leave();
      await expect(here.join({ ...ann, send: () => undefined, end: () => undefined })).rejects.toMatchObject({
        reason: 'serverBusy',
      });
      here.publish(order(1n, 'A1'));
      one.signal('wake job', 'send mail');
      expect([(await one.hit('a', 5_000)).count, (await one.hit('a', 5_000)).count]).toEqual([1, 2]);
      expect((await other.hit('a', 5_000)).count).toBe(1);

      await valkey.restart();
      await expect.poll(() => [one.isConnected, other.isConnected]).toEqual([true, true]);
      const after = await join(here, ann);
      there.publish(order(1n, 'A2'));
      await expect.poll(() => numbersIn(after.heard)).toEqual(['A2']);
      await expect.poll(() => other.countVisitors()).toBe(1);
    },
    60_000,
  );

  test('a server that does not answer stops the start and names the setting', async () => {
    await expect(ValkeyHub.open('redis://127.0.0.1:1', log)).rejects.toThrow('VALKEY_URL');
  });

  const DOCUMENT = new URL('../../../../../docs/scaling.md', import.meta.url);
  const RIGHTS = /user portside on >PASSWORD (.*?)`/.exec(readFileSync(DOCUMENT, 'utf8'))![1]!.split(' ');

  test.runIf(hasValkey)('the rights of the documented user are enough', async () => {
    await command('ACL', 'SETUSER', 'portside', 'on', '>secret', ...RIGHTS);
    const hub = await openHub(valkey.url.replace('://', '://portside:secret@'));
    const live = new Live(hub);
    const { heard } = await join(live, ann);
    live.publish(order(1n, 'A1'));
    await expect.poll(() => numbersIn(heard)).toEqual(['A1']);
    await expect.poll(() => hub.countVisitors()).toBe(1);
    const counts = [await hub.hit('of a user', 5_000), await hub.hit('of a user', 5_000)];
    expect(counts.map(({ count }) => count)).toEqual([1, 2]);
  });

  test.runIf(hasValkey)('malformed entries stop neither a start nor a reader', async () => {
    const broken = [
      ['entry', '{'],
      ['other', 'x'],
      ['entry', 'null'],
      ['entry', '[]'],
    ];
    const write = async () => {
      for (const stream of ['portside:events', 'portside:states'])
        for (const fields of broken) await command('XADD', stream, '*', ...fields);
    };
    await write();
    const hub = await openHub();
    const live = new Live(hub);
    const { heard, isOver } = await join(live, ann);
    await write();
    live.publish(order(1n, 'A1'));
    await expect.poll(() => numbersIn(heard)).toEqual(['A1']);
    expect([hub.isConnected, isOver()]).toEqual([true, false]);
  });

  const refusals: [what: string, refuse: string[], accept: string[]][] = [
    ['has no memory left', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is a replica of another', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ];

  test.runIf(hasValkey).each(refusals)(
    'a Valkey that %s answers reads but counts as away until a write succeeds',
    async (_, refuse, accept) => {
      const hub = await openHub();
      const live = new Live(hub);
      const before = await join(live, bob);
      await command(...refuse);
      live.publish(order(1n, 'A1'));
      await expect.poll(before.isOver).toBe(true);
      before.leave();
      expect(hub.isConnected).toBe(false);
      await expect(ValkeyHub.open(valkey.url, log)).rejects.toThrow('VALKEY_URL');
      await command(...accept);
      await expect.poll(() => hub.isConnected).toBe(true);
      const after = await join(live, ann);
      live.publish(order(1n, 'A2'));
      await expect.poll(() => numbersIn(after.heard)).toEqual(['A2']);
    },
    60_000,
  );
});
