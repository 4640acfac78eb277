import { createClient } from '@redis/client';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, test } from 'vitest';
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
import { ValkeyHub } from './valkey-hub.ts';

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
    await expect.poll(() => bobThere.heard.map((text) => /event: (\w+)/.exec(text)![1])).toEqual(['session']);
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
