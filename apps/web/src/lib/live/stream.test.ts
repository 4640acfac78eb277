// @vitest-environment node
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { noteAnswerTime, setFollowed } from '../api/call.ts';
import { onLive } from './live-events.ts';
import { openStream } from './stream.ts';

type Answer = (response: ServerResponse) => void;
const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  setFollowed(false);
});

/** A server that gives each connection the next answer and records the requests. */
async function serve(...answers: Answer[]) {
  const asked: { url: string | undefined; bearer: string | undefined; after?: string }[] = [];
  const server = createServer((request, response) => {
    const after = request.headers['last-event-id'];
    const { url, headers } = request;
    asked.push({ url, bearer: headers.authorization, ...(typeof after === 'string' && { after }) });
    (answers.shift() ?? ((r) => r.writeHead(204).end()))(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(() => (server.closeAllConnections(), server.close()));
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return asked;
}

const stream =
  (text: string, isEnding = false): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
    if (isEnding) response.end();
  };

test('events reach their listeners, asked for with visitor and bearer', async () => {
  const asked = await serve(stream('event: balance\ndata: {"balance":"12.50"}\n\n'));
  const event = new Promise((done) => stops.push(onLive('balance', done)));
  stops.push(openStream({ visitor: 'abcdefgh', token: 'secret', onGap: () => undefined }));
  expect(await event).toEqual({ balance: '12.50' });
  expect(asked).toEqual([{ url: '/api/live?visitor=abcdefgh', bearer: 'Bearer secret' }]);
});

test('a refused connection is tried again, and a gap is told', async () => {
  const busy: Answer = (response) => response.writeHead(503).end();
  const asked = await serve(stream('retry: 20\n\n', true), busy, stream('\n'));
  const isReopened = new Promise<void>((done) => {
    stops.push(openStream({ visitor: 'abcdefgh', token: null, onGap: () => done() }));
  });
  await isReopened;
  expect(asked).toHaveLength(3);
});

test('a refused token asks who is signed in instead of trying for ever', async () => {
  await serve((response) => response.writeHead(401).end());
  const isAsked = new Promise((done) => stops.push(onLive('session', done)));
  stops.push(openStream({ visitor: 'abcdefgh', token: 'dead', onGap: () => undefined }));
  expect(await isAsked).toEqual({});
});

test.each([
  ['refused', (response: ServerResponse) => response.writeHead(401).end()],
  ['let in as a visitor', stream('\n')],
])('a session that ended is told once: the reconnection is %s', async (_, answer) => {
  const asked = await serve(stream('retry: 20\nevent: session\ndata: {}\n\n', true), answer);
  let told = 0;
  let reopened = 0;
  stops.push(onLive('session', () => told++));
  stops.push(openStream({ visitor: 'abcdefgh', token: 'dead', onGap: () => reopened++ }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await new Promise((done) => setTimeout(done, 100));
  expect({ told, reopened }).toEqual({ told: 1, reopened: 0 });
});

test('a page whose stream was refused asks at every try', async () => {
  const busy: Answer = (response) => response.writeHead(503).end();
  await serve(stream('retry: 20\n\n', true), busy, busy, busy, stream('\n'));
  let gaps = 0;
  stops.push(openStream({ visitor: 'abcdefgh', token: null, onGap: () => gaps++ }));
  await vi.waitFor(() => expect(gaps).toBe(3), { timeout: 100_000 });
});

const answerOf = (seconds: string) =>
  new Response(null, { headers: { date: `Mon, 02 Mar 2026 12:00:${seconds} GMT` } });
const AT_NOON = Date.UTC(2026, 2, 2, 12);

test('the first stream begins at the oldest answer of the page, and no later one does', async () => {
  const asked = await serve(stream('retry: 20\n\n', true), stream('\n'));
  noteAnswerTime(answerOf('20'), performance.now());
  noteAnswerTime(answerOf('10'), performance.now() - 400);
  noteAnswerTime(answerOf('30'), performance.now());
  stops.push(openStream({ visitor: 'abcdefgh', token: null, onGap: () => undefined }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const beganMs = Number(asked[0]!.after!.split('-')[0]);
  // The request took 0.4 seconds; clocks may differ by three.
  expect(beganMs - AT_NOON).toBeGreaterThan(6_400);
  expect(beganMs - AT_NOON).toBeLessThanOrEqual(6_600);
  expect(asked[1]!.after).toBeUndefined();
});

test('where somebody else signs in, the stream begins at the first answer after the one before ended', async () => {
  const asked = await serve(stream('\n'), stream('\n'));
  noteAnswerTime(answerOf('10'), performance.now());
  let isOpen = false;
  const close = openStream({
    visitor: 'abcdefgh',
    token: null,
    onGap: () => undefined,
    onOpen: () => (isOpen = true),
  });
  await vi.waitFor(() => expect(isOpen).toBe(true));
  noteAnswerTime(answerOf('20'), performance.now());
  close();
  noteAnswerTime(answerOf('40'), performance.now());
  stops.push(openStream({ visitor: 'abcdefgh', token: 'secret', onGap: () => undefined }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  const beganMs = Number(asked[1]!.after!.split('-')[0]);
  expect(beganMs - AT_NOON).toBeGreaterThan(36_500);
});
