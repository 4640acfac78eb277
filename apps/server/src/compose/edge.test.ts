import { connect, type AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../testing/app.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';

/** What never reaches a verb: bytes, addresses, methods and input that the edge itself refuses. */

let shop: TestShop;
let port: number;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.http.server.address() as AddressInfo);
  atEndOfFile(() => new Promise<void>((resolve) => void shop.app.http.server.close(() => resolve())));
});

/** What the server writes to a connection on which exactly these bytes arrive. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
      // The whole envelope is there; a connection that is kept alive would not end by itself.
      if (/\}\s*$/.test(answer)) socket.end();
    });
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}

const HOST = 'Host: shop.test\r\n';
const json = (body: string): string =>
  `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;

const refused: [what: string, bytes: string, status: number, code: number][] = [
  ['bytes that are not HTTP', '\x16\x03\x01\x02\x00 hello\r\n\r\n', 400, 519],
  ['a method that HTTP does not know', `FETCH /api/goods HTTP/1.1\r\n${HOST}\r\n`, 400, 519],
  ['a header without a colon', get('/api/goods', 'no colon here\r\n'), 400, 519],
  ['a header with NUL', get('/api/goods', 'x-a: b\0c\r\n'), 400, 519],
  ['a header longer than all together may be', get('/api/goods', `x-a: ${'b'.repeat(40_000)}\r\n`), 400, 519],
  [
    'two lengths that differ',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    519,
  ],
  [
    'a length and chunks',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
    519,
  ],
  [
    'an unknown transfer encoding',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: zipped\r\n\r\n{}`,
    400,
    519,
  ],
  ['no host', 'GET /api/goods HTTP/1.1\r\n\r\n', 400, 519],
  ['an expectation that is none', get('/api/goods', 'Expect: a-miracle\r\n'), 400, 519],
  ['escapes that nobody can read', get('/api/goods/%ff'), 400, 519],
  ['a segment longer than any id', get(`/api/goods/${'1'.repeat(3_000)}`), 400, 519],
  ['an address that there is not', get('/api/nothing'), 404, 506],
  ['an address outside the calls', get('/.env'), 404, 506],
  ['a whole URL of another host', get('http://other.test/api/nothing'), 404, 506],
  ['no address but a star', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404, 506],
  ['a method that this address does not take', `DELETE /api/goods HTTP/1.1\r\n${HOST}\r\n`, 405, 405],
  ['a method that no address takes', `PROPFIND /api/goods HTTP/1.1\r\n${HOST}\r\n`, 405, 405],
  ['TRACE', `TRACE /api/goods HTTP/1.1\r\n${HOST}\r\n`, 405, 405],
  ['OPTIONS', `OPTIONS /api/goods HTTP/1.1\r\n${HOST}\r\n`, 405, 405],
  [
    'a body that is announced as too large',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
    413,
    413,
  ],
  [
    'a body of another type',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    519,
  ],
  [
    'a body with a type that is none',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: a;b;=\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    519,
  ],
  ['a body without a type', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`, 400, 519],
  ['JSON that is none', json('{"username":'), 400, 519],
  ['JSON with a key of prototypes', json('{"__proto__":{"a":1}}'), 400, 519],
  ['JSON with a key twice', json('{"username":"a","password":"b","username":"c"}'), 400, 519],
  [
    'JSON with a key twice, once in escapes',
    json(String.raw`{"username":"a","password":"b","\u0075sername":"c"}`),
    400,
    519,
  ],
  ['JSON with half a character', json(String.raw`{"username":"a\ud800","password":"b"}`), 400, 519],
  ['JSON without a bottom', json('['.repeat(200_000) + ']'.repeat(200_000)), 400, 519],
];

test.each(refused)('%s: refused in the envelope, with all headers', async (_, bytes, status, code) => {
  const answer = await exchange(bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ code, data: null, message: expect.any(String) as string });
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  const named = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value]));
  expect(named.get('content-type')).toBe('application/json; charset=utf-8');
  expect(named.get('content-security-policy')).toContain("default-src 'none'");
  expect(named.get('x-content-type-options')).toBe('nosniff');
  expect(named.get('strict-transport-security')).toContain('max-age');
  expect(named.get('referrer-policy')).toBe('no-referrer');
  if (/ (http:\/\/other\.test)?\/api/.test(bytes)) expect(named.get('cache-control')).toBe('no-store');
  if (status === 405) expect(named.get('allow')).toBe('GET, HEAD');
});

test.each([
  '/api/goods?colour=red',
  '/api/goods?limit=5&limits=5',
  '/api/goods?Limit=5',
  '/api/goods?unknown=',
  '/api/goods?limit=5&limit=6',
  '/api/goods?__proto__=1',
  '/api/site-config?fresh=1',
  '/api/users/check-username?username=a&user[name]=b',
])('%s: a query key that the call does not know is refused', async (url) => {
  expect(await shop.call('GET', url)).toMatchObject({ status: 400, code: 519 });
});

test.each([
  ['GET', '/api/orders?from=0000-01-01T00:00:00Z'],
  ['GET', '/api/recharges?to=0000-12-31T23:59:59Z'],
  ['GET', '/api/orders?order_no=%ED%A0%80'],
] as const)('%s %s is answered, not failed', async (method, url) => {
  const { token } = await shop.register();
  const { status } = await shop.call(method, url, undefined, bearer(token));
  expect([200, 400]).toContain(status);
});

test('an audit position that the log does not have, or with another hash, is where the log is broken', async () => {
  const admin = await signInAdmin(shop.ctx, ['audit.read']);
  const verify = async (query: string) =>
    (await shop.call('GET', `/api/audit/verification${query}`, undefined, admin.headers)) as {
      status: number;
      data: { entries: number; verified: number; head_hash: string; broken_at: string | null };
    };
  const { data } = await verify('');
  expect(data.broken_at).toBeNull();
  const { entries, head_hash: head } = data;
  const beyond = await verify(`?after=999999999999999999&hash=${head}`);
  expect(beyond).toMatchObject({ status: 200, data: { broken_at: String(entries + 1), verified: entries } });
  const other = await verify(`?after=${entries}&hash=${'0'.repeat(64)}`);
  if (entries > 0) expect(other).toMatchObject({ status: 200, data: { broken_at: String(entries) } });
});
