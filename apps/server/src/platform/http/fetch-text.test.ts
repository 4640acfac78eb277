import type { LookupAddress } from 'node:dns';
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createConnectionServer, type AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { startTextServer } from '../../testing/http-servers.ts';
import { OutsideFailure } from '../refusal.ts';
import { fetchText, lookUpPublic } from './fetch-text.ts';
import { isPublicAddress } from '../ip-address.ts';
import { mayCallOut, postOut } from './post-out.ts';

const LIMITS = { maxBytes: 1_000, timeoutMs: 10_000 };

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.100.0.1',
  '127.0.0.2',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '3fff::1',
  '192.88.99.1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  'name.example',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '2a00:1450::1'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each(['https://10.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://2130706433.example@192.168.0.1/'])(
  '%s is not connected to',
  async (url) => {
    await expect(fetchText(url, LIMITS)).rejects.toThrow(/not a public address/);
  },
);

test('a name that leads to this machine is not connected to', async () => {
  const found = await new Promise<[Error | null, string | LookupAddress[]]>((resolve) =>
    lookUpPublic('localhost', { all: true }, (error, addresses) => resolve([error, addresses])),
  );
  expect(found).toEqual([new Error('localhost is not a public address'), []]);
});

test('plain http is for loopback', async () => {
  await expect(fetchText('http://8.8.8.8/', LIMITS)).rejects.toThrow('not https');
});

test('silence ends with the limit of time', async () => {
  const { url } = await startTextServer(() => null);
  const failure = await fetchText(url, { ...LIMITS, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OutsideFailure);
  expect((failure as Error).message).toContain('no whole answer within 0.3 s');
});

test('the text comes as it is, up to the limit of bytes', async () => {
  let text = 'a'.repeat(1_000);
  const { url } = await startTextServer(() => ({ text }));
  expect(await fetchText(url, LIMITS)).toBe(text);
  text += 'a';
  await expect(fetchText(url, LIMITS)).rejects.toThrow('more than 1000 bytes');
});

/** Whoever writes an endpoint's address must not reach the operator's own network with it, by whatever way. */

const refused = [
  'http://shop.example/hook',
  'ftp://shop.example/hook',
  'https://user:secret@shop.example/hook',
  'https://user@shop.example/hook',
  'https://shop.example/hook#part',
  'https://shop.example:22/hook',
  'https://shop.example:25/hook',
  'https://localhost/hook',
  'https://localhost./hook',
  'https://router./hook',
  'https://.shop.example/hook',
  'https://shop..example/hook',
  'https://router/hook',
  'https://printer.local/hook',
  'https://db.internal/hook',
  'https://127.0.0.1/hook',
  'https://2130706433/hook',
  'https://0177.0.0.1/hook',
  'https://0x7f.0.0.1/hook',
  'https://0x7f000001/hook',
  'https://127.1/hook',
  'https://0/hook',
  'https://10.0.0.8/hook',
  'https://172.20.0.1/hook',
  'https://192.168.1.1/hook',
  'https://100.64.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/hook',
  'https://[::127.0.0.1]/hook',
  'https://[64:ff9b::a00:1]/hook',
  'https://[fd12:3456::1]/hook',
  'https://[fe80::1]/hook',
  'https://[fe80::1%25eth0]/hook',
  'https://[2002:7f00:1::]/hook',
  'https://[64:ff9b:1::a00:1]/hook',
  'https://①②⑦.⓪.⓪.①/hook',
  'https://',
  'hook',
];

test.each(refused)('%s is not called', async (url) => {
  expect(mayCallOut(url, { toLoopback: false })).toBe(false);
  await expect(postOut(url, { ...OUT, toLoopback: false })).rejects.toThrow('not an address');
});

test.each([
  'https://shop.example/hook?key=1',
  'https://shop.example:8443/hook',
  'https://shop.example./hook',
  'https://8.8.8.8/hook',
  'https://[2606:4700::1]/hook',
])('%s may be called', (url) => expect(mayCallOut(url, { toLoopback: false })).toBe(true));

test('a sandbox calls loopback too, and no other inner address', () => {
  const inSandbox = (url: string) => mayCallOut(url, { toLoopback: true });
  expect(['http://localhost:3000/x', 'http://127.0.0.1:3000/x'].map(inSandbox)).toEqual([true, true]);
  expect(['http://10.0.0.1/x', 'http://shop.example/x', 'http://a@localhost/x'].map(inSandbox)).toEqual([
    false,
    false,
    false,
  ]);
});

const OUT = {
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 1_000,
  maxBytes: 1_000,
  toLoopback: true,
};

/** A server on loopback until the end of the file; how often it was connected to is what counts. */
async function serve(answer: RequestListener) {
  let connections = 0;
  const server = createServer(answer);
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, count: () => connections };
}

const answering = (address: string, ...more: string[]) => {
  let asked = 0;
  return {
    asked: () => asked,
    resolve: (_: string, __: unknown, found: (error: null, addresses: LookupAddress[]) => void): void => {
      asked += 1;
      found(
        null,
        [address, ...more].map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      );
    },
  };
};

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['8.8.8.8', '127.0.0.1'],
])('a name that resolves to %s is not connected to', async (...addresses) => {
  const { port, count } = await serve((_, response) => response.end());
  const name = answering(...(addresses as [string]));
  const url = `https://rebinding.example:${port}/hook`;
  await expect(postOut(url, { ...OUT, toLoopback: false, resolve: name.resolve })).rejects.toThrow(
    'not a public address',
  );
  expect([name.asked(), count()]).toEqual([1, 0]);
});

test('what the connection uses is what was checked, so a name cannot change in between', async () => {
  const { port, count } = await serve((_, response) => response.end());
  let asked = 0;
  const resolve: ReturnType<typeof answering>['resolve'] = (_, __, found) => {
    asked += 1;
    // Public once, and this machine ever after. Nobody answers at the first.
    found(null, [{ address: asked === 1 ? '192.88.99.255' : '127.0.0.1', family: 4 }]);
  };
  const url = `https://rebinding.example:${port}/hook`;
  await expect(postOut(url, { ...OUT, timeoutMs: 300, toLoopback: false, resolve })).rejects.toThrow();
  expect([asked, count()]).toEqual([1, 0]);
});

/** A name server that answers with this address of IPv4, and of IPv6 that there is none; null: not at all. */
async function startNameServer(address: string | null) {
  const socket = createSocket('udp4');
  const asked: number[] = [];
  socket.on('message', (question, from) => {
    const type = question.readUInt16BE(question.indexOf(0, 12) + 1);
    asked.push(type);
    if (address === null) return;
    const head = question.subarray(0, question.indexOf(0, 12) + 5);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...address.split('.').map(Number)]);
    const answer = Buffer.concat(type === 1 ? [head, record] : [head]);
    answer.writeUInt16BE(0x81_80, 2);
    answer.writeUInt16BE(type === 1 ? 1 : 0, 6);
    answer.writeUInt16BE(0, 10);
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  atEndOfFile(async () => void socket.close());
  return { nameServers: [`127.0.0.1:${socket.address().port}`], asked };
}

test('names are asked of name servers, and their addresses looked at', async () => {
  const { port, count } = await serve((_, response) => response.end());
  const { nameServers, asked } = await startNameServer('127.0.0.1');
  const out = postOut(`https://inner.example:${port}/hook`, { ...OUT, toLoopback: false, nameServers });
  await expect(out).rejects.toThrow('inner.example is not a public address');
  expect([asked.toSorted((a, b) => a - b), count()]).toEqual([[1, 28], 0]);
});

test('a name that nobody answers for ends with the limit of time, keeps no thread, and can be given up', async () => {
  const { nameServers, asked } = await startNameServer(null);
  const out = (options: object) =>
    postOut('https://slow.example/hook', { ...OUT, toLoopback: false, nameServers, ...options });
  const waiting = Array.from({ length: 40 }, () => out({ timeoutMs: 1_500 }).catch(String));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(40));
  const since = performance.now();
  // Of the threads that the system's resolver would keep.
  await readFile(import.meta.filename);
  expect(performance.now() - since).toBeLessThan(1_000);
  const stopping = new AbortController();
  const stopped = out({ timeoutMs: 60_000, signal: stopping.signal });
  stopping.abort(new Error('the shop stops'));
  await expect(stopped).rejects.toThrow();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Error: no whole answer within 1.5 s']));
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a redirect is an answer like others and not followed', async () => {
  const inner = await serve((_, response) => response.end('secret'));
  const { url } = await serve((_, response) => response.writeHead(302, { location: inner.url }).end('moved'));
  expect(await postOut(url, OUT)).toEqual({ status: 302, text: 'moved', retryAfter: null });
  expect(inner.count()).toBe(0);
});

test('silence, and an answer that trickles, end with the limit of time', async () => {
  const silent = await serve(() => undefined);
  const slow = await serve((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  for (const { url } of [silent, slow]) {
    const since = performance.now();
    await expect(postOut(url, { ...OUT, timeoutMs: 300, maxBytes: 100_000 })).rejects.toThrow(
      'no whole answer within 0.3 s',
    );
    expect(performance.now() - since).toBeLessThan(5_000);
  }
});

/** A server that answers whatever arrives with these bytes; null: it closes the connection. */
async function serveBytes(bytes: string | null) {
  const server = createConnectionServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => (bytes === null ? socket.end() : socket.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test.each([
  [
    'switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    'answered 101',
  ],
  ['closes', null, /socket hang up|closed without an answer/],
  ['says nothing but that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n', 'no whole answer within 0.5 s'],
])('a receiver that %s ends the wait', async (_, bytes, failure) => {
  const url = await serveBytes(bytes);
  const limits = { ...OUT, timeoutMs: 500 };
  await expect(postOut(url, limits)).rejects.toThrow(failure);
  await expect(fetchText(url, limits)).rejects.toThrow(OutsideFailure);
});

test('of an answer without end, only its beginning is read', async () => {
  let sent = 0;
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'retry-after': '7' });
    const pour = (): void => {
      while (!response.destroyed && sent < 1e9) {
        sent += 10_000;
        if (!response.write('x'.repeat(10_000))) return void response.once('drain', pour);
      }
    };
    pour();
  });
  const answer = await postOut(url, { ...OUT, timeoutMs: 10_000 });
  expect(answer).toEqual({ status: 200, text: 'x'.repeat(1_000), retryAfter: '7' });
  expect(sent).toBeLessThan(1e8);
});
