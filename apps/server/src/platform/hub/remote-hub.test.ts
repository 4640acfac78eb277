import { expect, onTestFinished, test } from 'vitest';
import { Live } from '../live/live.ts';
import type { SendBatch } from './batch-sender.ts';
import { Hub } from './hub.ts';
import type { ToWorker } from './messages.ts';
import { RemoteHub } from './remote-hub.ts';
import { serveWorker } from './serve-worker.ts';

/** A worker joined by lines that take their time, as those between processes do. */
function joinSlowly(hub: Hub): { remote: RemoteHub; close(): void } {
  const slowly =
    <T>(receive: (batch: readonly T[]) => void): SendBatch<T> =>
    (batch, onSent) => {
      const copy = JSON.parse(JSON.stringify(batch)) as T[];
      setTimeout(() => receive(copy), 2);
      setTimeout(() => onSent(null), 1);
    };
  const served = serveWorker(
    hub,
    slowly<ToWorker>((batch) => remote.receive(batch)),
    () => undefined,
  );
  const remote = new RemoteHub(
    slowly((batch) => served.receive(batch)),
    () => undefined,
  );
  return { remote, close: served.close };
}

const order = (order_no: string) => ({ to: 1n, name: 'order', data: { order_no } }) as const;
const balance = (amount: string) => ({ to: 1n, name: 'balance', data: { balance: amount } }) as const;

test('a stream that reconnects under a flood of events receives each once, in order', async () => {
  const hub = new Hub();
  const here = new Live(hub.join());
  const there = new Live(joinSlowly(hub).remote);
  const watch = async (lastEventId: string | null) => {
    const texts: string[] = [];
    const viewer = { userId: 1n, sessionId: null, visitorId: 'ann', address: '203.0.113.1' };
    const send = ({ text }: { text: string }) => void texts.push(text);
    const stay = (await there.join({ ...viewer, send, end: () => undefined }, lastEventId))!;
    return { stay, heard: () => [...stay.missed.map(({ text }) => text), ...texts] };
  };
  // Already there, so that the process keys this user's events before the other stream has entered.
  const first = await watch(null);
  let published = 0;
  const flood = setInterval(() => {
    here.publish(order(`A${(published += 1)}`));
    here.publish(balance(`${published}.00`));
  });
  onTestFinished(() => clearInterval(flood));
  await expect.poll(() => first.heard().length).toBeGreaterThan(20);
  const lastId = /^id: (.*)$/m.exec(first.heard()[6]!)![1]!;
  const back = await Promise.all(Array.from({ length: 5 }, () => watch(lastId)));
  await expect.poll(() => back[0]!.heard().length).toBeGreaterThan(60);
  clearInterval(flood);
  await expect.poll(() => first.heard().length).toBe(2 * published);
  for (const { heard } of back) {
    const numbers = heard().map((text) => Number(/^id: \w+-(\d+)$/m.exec(text)![1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const orders = heard().flatMap((text) => /A\d+/.exec(text)?.[0] ?? []);
    expect(orders).toEqual(Array.from({ length: published - 4 }, (_, at) => `A${at + 5}`));
  }
});

test('visitors and hits are counted across the connection; leaving and dying too', async () => {
  const hub = new Hub();
  const [one, other] = [joinSlowly(hub), joinSlowly(hub)];
  await expect.poll(() => one.remote.isOnDuty).toBe(true);
  const stream = (visitorId: string) => ({ visitorId, address: '203.0.113.1', keys: [], lastEventId: null });
  const ann = await one.remote.enter(stream('ann'), () => undefined);
  await other.remote.enter(stream('bob'), () => undefined);
  expect(await one.remote.countVisitors()).toBe(2);
  ann!.leave();
  expect(await one.remote.countVisitors()).toBe(1);
  expect((await one.remote.hit('key', 1_000)).count).toBe(1);
  expect((await other.remote.hit('key', 1_000)).count).toBe(2);
  one.close();
  await expect.poll(() => other.remote.isOnDuty).toBe(true);
});

test('when the primary is gone, pending calls fail', async () => {
  const { remote } = joinSlowly(new Hub());
  const asked = remote.hit('a caller', 1_000);
  remote.disconnect();
  await expect(asked).rejects.toThrow('has died');
  await expect(remote.countVisitors()).rejects.toThrow('has died');
});
