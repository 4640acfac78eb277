import { createClient } from '@redis/client';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import {
  hasValkey,
  startValkey,
  type TestValkey,
  ann,
  bob,
  join,
  numbersIn,
  order,
} from '../../testing/valkey.ts';
import { Live } from '../live.ts';
import { SignedEntries } from './signed-entries.ts';
import type { Entry } from './valkey-events.ts';
import { ValkeyHub } from './valkey-hub.ts';

/** An attacker who can write to Valkey but has no key of the shop, and a Valkey that takes no writes. */

const log = pino({ level: 'silent' });
const key = randomBytes(32);
let valkey: TestValkey;
let raw: ReturnType<typeof createClient>;
const open: ValkeyHub[] = [];

beforeEach(async () => {
  if (!hasValkey) return;
  if (!raw) {
    valkey = await startValkey();
    raw = createClient({ url: valkey.url });
    raw.on('error', () => undefined);
    await raw.connect();
    atEndOfFile(() => Promise.resolve(raw.destroy()));
  }
  await raw.flushAll();
});
afterEach(async () => {
  for (const hub of open.splice(0)) await hub.close();
});

async function openHub(): Promise<ValkeyHub> {
  const hub = await ValkeyHub.open(valkey.url, { log, key });
  open.push(hub);
  return hub;
}

const EVENTS = 'portside:events';
const STATES = 'portside:states';
const forged = (name: string, data: unknown, isReplayable: boolean): string =>
  JSON.stringify({
    event: { to: 'user 1', name, data: JSON.stringify(data), isReplayable, subject: null, at: 0 },
  });

test.runIf(hasValkey)(
  'an entry that no process of the shop has written reaches no page, and is counted',
  async () => {
    const hub = await openHub();
    const live = new Live(hub);
    const { heard } = await join(live, ann);
    const signals: string[] = [];
    hub.listen({ signal: (topic) => void signals.push(topic) });
    await raw.xAdd(STATES, '*', { entry: forged('balance', { balance: '9.99' }, false) });
    await raw.xAdd(EVENTS, '*', { entry: forged('order', { order_no: 'F1' }, true), mac: 'AAAA' });
    await raw.xAdd(STATES, '*', {
      entry: JSON.stringify({ signal: { from: 'x', topic: 'wake job', text: '' } }),
    });
    live.publish(order(1n, 'A1'));
    await expect.poll(() => numbersIn(heard)).toEqual(['A1']);
    await expect.poll(() => hub.unverified).toBe(3);
    expect(heard.join('')).not.toMatch(/F1|9\.99/);
    expect(signals).toEqual([]);
  },
);

test.runIf(hasValkey)('a copy of a true entry is delivered once, in whichever stream it is put', async () => {
  const live = new Live(await openHub());
  const { heard } = await join(live, ann);
  live.publish(order(1n, 'A1'));
  await expect.poll(() => numbersIn(heard)).toEqual(['A1']);
  const [entry] = (await raw.xRange(EVENTS, '-', '+'))!;
  for (const stream of [EVENTS, STATES]) await raw.xAdd(stream, '*', entry!.message);
  live.publish(order(1n, 'A2'));
  await expect.poll(() => numbersIn(heard)).toContain('A2');
  live.publish({ to: 1n, name: 'balance', data: { balance: '1.00' } });
  await expect.poll(() => heard.join('')).toContain('1.00');
  expect(numbersIn(heard.filter((text) => text.includes('order_no')))).toEqual(['A1', 'A2']);
});

test.runIf(hasValkey)('a copy of an entry from days ago is no event that a page has missed', async () => {
  const writer = new SignedEntries<Entry>(key);
  const put = async (order_no: string, agoMs: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - agoMs);
    const event = { to: 'user 1', name: 'order', data: JSON.stringify({ order_no }), subject: null, at: 0 };
    const fields = writer.sign('events', { event: { ...event, isReplayable: true } } as Entry);
    vi.restoreAllMocks();
    return raw.xAdd(EVENTS, '*', fields);
  };
  const first = await put('A0', 0);
  await put('A1', 3 * 24 * 3_600_000);
  await put('A2', 30 * 60_000);
  const live = new Live(await openHub());
  const { missed } = await join(live, ann, first);
  expect(numbersIn(missed)).toEqual(['A2']);
});

test.runIf(hasValkey)('malformed entries stop neither a start nor a reader', async () => {
  const broken: Record<string, string>[] = [
    { entry: '{' },
    { other: 'x' },
    { entry: 'null' },
    { entry: '[]', mac: '' },
  ];
  for (const stream of [EVENTS, STATES]) for (const message of broken) await raw.xAdd(stream, '*', message);
  const hub = await openHub();
  const live = new Live(hub);
  const { heard, isOver } = await join(live, ann);
  for (const stream of [EVENTS, STATES]) for (const message of broken) await raw.xAdd(stream, '*', message);
  live.publish(order(1n, 'A1'));
  await expect.poll(() => numbersIn(heard)).toEqual(['A1']);
  expect([hub.isConnected, isOver()]).toEqual([true, false]);
});

const refusals: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'has no memory left',
    () => raw.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']),
    () => raw.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']),
  ],
  [
    'is a replica of another',
    () => raw.sendCommand(['REPLICAOF', '127.0.0.1', '1']),
    () => raw.sendCommand(['REPLICAOF', 'NO', 'ONE']),
  ],
];
test.runIf(hasValkey).each(refusals)(
  'a Valkey that %s answers reads but counts as away until a write succeeds',
  async (_, refuse, accept) => {
    const hub = await openHub();
    const live = new Live(hub);
    const before = await join(live, bob);
    await refuse();
    live.publish(order(1n, 'A1'));
    await expect.poll(before.isOver).toBe(true);
    before.leave();
    expect(hub.isConnected).toBe(false);
    await expect(ValkeyHub.open(valkey.url, { log, key })).rejects.toThrow('VALKEY_URL');
    await accept();
    await expect.poll(() => hub.isConnected).toBe(true);
    const after = await join(live, ann);
    live.publish(order(1n, 'A2'));
    await expect.poll(() => numbersIn(after.heard)).toEqual(['A2']);
  },
  60_000,
);
