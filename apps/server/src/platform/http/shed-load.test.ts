import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { createHttp } from './http.ts';
import { mostConnections } from './shed-load.ts';

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of close.splice(0)) await step();
});

/** A server that works on two calls at once; `/wait` is answered when the test says so. */
async function openServer() {
  const waiting: (() => void)[] = [];
  const log = pino({ level: 'silent' });
  const app = await createHttp({ log, trustedProxies: [], perMinute: null, mostAtOnce: 2 });
  app.get('/wait', () => new Promise((resolve) => waiting.push(() => resolve('done'))));
  app.post('/wait', () => new Promise((resolve) => waiting.push(() => resolve('done'))));
  const config = { isSlow: true };
  app.get('/stream', { config }, () => new Promise((resolve) => waiting.push(() => resolve('done'))));
  app.get('/healthz', () => 'alive');
  app.get('/readyz', () => 'ready');
  app.get('/large', () => 'x'.repeat(30_000_000));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  close.push(() => (app.server.closeAllConnections(), app.close()));
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  };
  const untilWaiting = async (count: number): Promise<void> => {
    while (waiting.length < count) await sleep(5);
  };
  const answerAll = (): void => waiting.splice(0).forEach((answer) => answer());
  return { app, port, ask, untilWaiting, answerAll };
}

test('one call too many is told at once to come again, and the others are answered', async () => {
  const { ask, untilWaiting, answerAll } = await openServer();
  const accepted = [ask('/wait'), ask('/wait')];
  await untilWaiting(2);
  for (const path of ['/wait', '/nothing', '/large']) {
    const { status, headers, text } = await ask(path);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(JSON.parse(text)).toMatchObject({ code: 500_005, data: null });
  }
  for (const path of ['/healthz', '/readyz']) expect((await ask(path)).status).toBe(200);
  answerAll();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
  const next = ask('/wait');
  await untilWaiting(1);
  answerAll();
  expect((await next).status).toBe(200);
});

test('who goes away leaves the place', async () => {
  const { port, ask, untilWaiting, answerAll } = await openServer();
  const sockets = [1, 2].map(() => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.write('GET /wait HTTP/1.1\r\nhost: a\r\n\r\n');
  await untilWaiting(2);
  expect((await ask('/nothing')).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  while ((await ask('/nothing')).status === 503) await sleep(5);
  expect((await ask('/nothing')).status).toBe(404);
  answerAll();
});

test('a stream takes no place', async () => {
  const { ask, untilWaiting, answerAll } = await openServer();
  const streams = [1, 2, 3].map(() => ask('/stream'));
  await untilWaiting(3);
  expect((await ask('/nothing')).status).toBe(404);
  answerAll();
  expect((await Promise.all(streams)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('who asks several times on one connection and goes away leaves all places', async () => {
  const { port, ask, untilWaiting, answerAll } = await openServer();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /wait HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2));
  await untilWaiting(2);
  expect((await ask('/nothing')).status).toBe(503);
  socket.destroy();
  while ((await ask('/nothing')).status === 503) await sleep(5);
  expect((await ask('/nothing')).status).toBe(404);
  answerAll();
});

test('who sends slowly or reads slowly takes no place', async () => {
  const { port, ask } = await openServer();
  const agent = new Agent({ maxSockets: 20 });
  const slow = Array.from({ length: 5 }, () => {
    const headers = { 'content-type': 'application/json', 'content-length': 100 };
    const call = request({ agent, port, path: '/wait', method: 'POST', headers }).on(
      'error',
      () => undefined,
    );
    call.write('{"a":');
    return call;
  });
  const readers = Array.from({ length: 5 }, () =>
    request({ agent, port, path: '/large' }).on('error', () => undefined),
  );
  for (const reader of readers) {
    reader.end();
    await once(reader, 'response');
  }
  for (let round = 0; round < 5; round += 1) expect((await ask('/nothing')).status).toBe(404);
  for (const call of [...slow, ...readers]) call.destroy();
});

test('what comes while the server closes is told to come again, in the envelope', async () => {
  const { app, port, untilWaiting, answerAll } = await openServer();
  const [waiter, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  waiter.write('GET /wait HTTP/1.1\r\nhost: a\r\n\r\n');
  late.write('GET /healthy HTTP/1.1\r\n');
  await untilWaiting(1);
  const closed = app.close();
  await sleep(20);
  let answer = '';
  late.setEncoding('utf8').on('data', (part) => (answer += part));
  late.write('host: a\r\n\r\n');
  await once(late, 'close');
  waiter.destroy();
  answerAll();
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 503 /);
  expect(answer).toMatch(/retry-after: 1\r\n/i);
  expect(answer).toContain('content-security-policy: ');
  expect(answer).toContain('"code":500005');
});

const MOST = 50;

async function openBounded() {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const app = await createHttp({ log, trustedProxies: [], perMinute: null, mostConnections: MOST });
  app.get('/healthz', () => 'alive');
  app.get('/stream', (_, reply) => void reply.hijack().raw.writeHead(200).write('first'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  close.push(() => (app.server.closeAllConnections(), app.close()));
  const { port } = app.server.address() as AddressInfo;
  const open = async (sent?: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    close.push(async () => void socket.destroy());
    await once(socket, 'connect');
    if (sent !== undefined) socket.write(`GET ${sent} HTTP/1.1\r\nhost: shop.example\r\n\r\n`);
    return socket;
  };
  const isAnswered = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
      async (answer) => (await answer.text()) === 'alive',
      () => false,
    );
  const held = (): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { app, logged, open, isAnswered, held };
}

test('silent connections are held to a number, and end soon; a stream stays', async () => {
  const { app, logged, open, isAnswered, held } = await openBounded();
  const stream = await open('/stream');
  await once(stream, 'data');
  const answers: Buffer[] = [];
  for (let count = 0; count < 300; count += 1)
    (await open()).on('data', (bytes: Buffer) => void answers.push(bytes));
  await expect.poll(held).toBe(MOST);
  expect(await isAnswered()).toBe(false);
  expect(logged.filter((line) => line.includes('connections'))).toHaveLength(1);
  app.server.headersTimeout = 100;
  await expect.poll(isAnswered).toBe(true);
  await expect.poll(held).toBe(1);
  expect(stream.closed).toBe(false);
  // A browser that connects ahead would take bytes that it did not ask for as its next answer.
  expect(answers).toEqual([]);
});

test('where no place is left, those that wait between two calls give theirs', async () => {
  const { open, isAnswered, held } = await openBounded();
  for (let count = 0; count < MOST; count += 1) await once(await open('/healthz'), 'data');
  expect(await held()).toBe(MOST);
  expect(await isAnswered()).toBe(false);
  await expect.poll(isAnswered).toBe(true);
  // Again within the ten seconds of the log.
  for (let count = 0; count < MOST; count += 1) await once(await open('/healthz'), 'data');
  await expect.poll(isAnswered).toBe(true);
});

test.each([
  ['Max open files            20000                65536                files     ', 19_488],
  ['Max open files            1024                 4096                 files     ', 512],
  ['Max open files            1048576              1048576              files     ', 30_000],
  ['Max open files            unlimited            unlimited            files     ', 30_000],
  ['', 30_000],
])('of %j descriptors: %i connections', (limits, most) => {
  expect(mostConnections(limits)).toBe(most);
});
