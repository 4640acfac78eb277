import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, globSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ann, annAtWork, bob, stranger, join, order, idOf, numbersIn } from '../testing/valkey.ts';
import { startTelegramServer } from '../testing/http-servers.ts';
import { addressBlock } from './ip-address.ts';
import { CRASH_POINTS, parseCrashPlan } from './crash-point.ts';
import { Live } from './live.ts';
import { OutsideFailure } from './refusal.ts';
import { createTelegram } from './telegram.ts';

const LOG = joinPath(import.meta.dirname, 'log.ts');
/** Refuses every byte, as a full disk does. */
const FULL = '/dev/full';

test.skipIf(!existsSync(FULL))('a log that cannot be written stops nothing', () => {
  const script = `
    import { createLog } from ${JSON.stringify(LOG)};
    const log = createLog('info', { pretty: false });
    log.error('one');
    setTimeout(() => log.error('two'), 20);
    setTimeout(() => process.exit(7), 60);`;
  const full = openSync(FULL, 'w');
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(stderr).toBe('');
  expect(status).toBe(7);
});

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

describe('addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s stands for %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('crash points', () => {
  const MODULE = joinPath(import.meta.dirname, 'crash-point.ts');

  /** Passes the point three times in a process of its own. */
  const passThrice = (plan: string | null) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module-typescript',
        '--eval',
        `import { armCrash, crashPoint, parseCrashPlan } from ${JSON.stringify(MODULE)};
       import { writeSync } from 'node:fs';
       armCrash(${plan === null ? 'null' : `parseCrashPlan('${plan}')`});
       for (const n of [1, 2, 3]) { crashPoint('order: decided'); writeSync(1, String(n)); }`,
      ],
      { encoding: 'utf8' },
    );

  test('the process dies at the requested passing, at once', () => {
    expect(passThrice('order: decided#2')).toMatchObject({ signal: 'SIGKILL', stdout: '1' });
  });

  test('an unarmed process, or one armed for another point, passes', () => {
    expect(passThrice(null)).toMatchObject({ status: 0, stdout: '123' });
    expect(passThrice('mail: claimed')).toMatchObject({ status: 0, stdout: '123' });
  });

  test.each(['', 'order', 'order: decided#0', 'order: decided#x', 'order: decided#-1'])(
    '%j is no crash point',
    (text) => {
      expect(parseCrashPlan(text)).toBeNull();
    },
  );

  test('every crash point is used in the program exactly once', () => {
    const sources = globSync('**/*.ts', { cwd: joinPath(import.meta.dirname, '..') })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(joinPath(import.meta.dirname, '..', file), 'utf8'))
      .join('\n');
    const places = (name: string): number => sources.split(`crashPoint('${name}')`).length - 1;
    expect(CRASH_POINTS.filter((name) => places(name) !== 1)).toEqual([]);
  });
});

describe('Telegram', () => {
  const TOKEN = '123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp';

  let stop = (): Promise<void> => Promise.resolve();

  afterEach(() => stop());

  async function start(answer?: Parameters<typeof startTelegramServer>[0], timeoutMs?: number) {
    const server = await startTelegramServer(answer);
    ({ stop } = server);
    return { telegram: createTelegram(TOKEN, server.url, timeoutMs), ...server };
  }

  test("a message goes to the chat in the Bot API's format", async () => {
    const { telegram, told } = await start();
    await telegram.send('-1001', 'Payments are seen late');
    expect(told).toMatchObject([
      { path: `/bot${TOKEN}/sendMessage`, body: { chat_id: '-1001', text: 'Payments are seen late' } },
    ]);
  });

  test('a text that is too long is cut rather than refused', async () => {
    const { telegram, told } = await start();
    await telegram.send('-1001', 'x'.repeat(5_000));
    expect(told[0]!.body.text).toHaveLength(4_096);
  });

  test.each([
    [{ status: 400, text: '{"ok":false,"description":"Bad Request: chat not found"}' }, 'chat not found'],
    [{ status: 502, text: '<html>' }, 'answered 502'],
    [null, 'timeout'],
  ])('what goes wrong is told, without the token: %j', async (answer, why) => {
    const { telegram } = await start(() => answer, answer === null ? 300 : undefined);
    const failure = await telegram.send('1', 'hello').then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(failure).toBeInstanceOf(OutsideFailure);
    expect(failure!.message).toContain(why);
    expect(String(failure!.stack)).not.toContain(TOKEN);
  });

  test('an unreachable API is an outside failure, and its message contains no URL', async () => {
    const { telegram, stop: close } = await start();
    await close();
    stop = () => Promise.resolve();
    const failure = await telegram.send('1', 'hello').catch((error: unknown) => error as Error);
    expect(failure).toBeInstanceOf(OutsideFailure);
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(TOKEN);
  });
});
