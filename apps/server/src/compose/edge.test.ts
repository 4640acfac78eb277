import { request as ask } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../testing/app.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { MOST_IMAGE_BYTES } from '../platform/uploads/read-image.ts';
import { buyOnce } from '../testing/sale.ts';
import { imageForm, pngBytes, pngOfBytes } from '../testing/image-form.ts';
import { createCategory, setGoodsOnSale } from '../features/goods/index.ts';
import { placeOrder } from '../features/orders/index.ts';
import type { Ctx } from '../platform/context.ts';
import { buildBuyer, buildGoods, stockUp } from '../testing/build.ts';

/** What never reaches a use case: bytes, addresses, methods and input that the edge itself refuses. */

let shop: TestShop;

describe('the edge', () => {
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
    [
      'a header longer than all together may be',
      get('/api/goods', `x-a: ${'b'.repeat(40_000)}\r\n`),
      400,
      519,
    ],
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
    [
      'a body without a type',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`,
      400,
      519,
    ],
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
    if (/ (http:\/\/other\.test)?\/api/.test(bytes))
      expect(named.get('cache-control')).toBe('no-store, no-transform');
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
    expect(beyond).toMatchObject({
      status: 200,
      data: { broken_at: String(entries + 1), verified: entries },
    });
    const other = await verify(`?after=${entries}&hash=${'0'.repeat(64)}`);
    if (entries > 0) expect(other).toMatchObject({ status: 200, data: { broken_at: String(entries) } });
  });

  /** Bodies that come in chunks, so that nobody knows their length before their end. */

  let buyer: Record<string, string>;

  beforeAll(async () => {
    const person = await shop.register();
    await buyOnce(shop, person);
    buyer = bearer(person.token);
  });

  type Sending = {
    readonly payload: Buffer;
    readonly headers: Record<string, string>;
    readonly step: number;
  };

  /** The code of the answer to a POST in chunks of so many bytes. */
  function sendInChunks(path: string, { payload, headers, step }: Sending): Promise<number> {
    return new Promise((resolve, reject) => {
      const call = ask({ port, path, method: 'POST', headers: { ...buyer, ...headers } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () =>
          resolve((JSON.parse(Buffer.concat(parts).toString()) as { code: number }).code),
        );
      });
      call.once('error', reject);
      void (async () => {
        for (let at = 0; at < payload.length && !call.destroyed; at += step) {
          call.write(payload.subarray(at, at + step));
          await turn();
        }
        call.end();
      })();
    });
  }

  const countImages = async (): Promise<number> =>
    (await shop.call('GET', '/api/support/messages?limit=500', undefined, buyer)).data.items.length;

  test('an image over the limit is refused however it is sent, and nothing of it is stored', async () => {
    for (const over of [1, 100, 65_536]) {
      const form = await imageForm(pngOfBytes(MOST_IMAGE_BYTES + over));
      // A chunk that ends exactly where the limit is, and chunks that do not.
      const untilLimit = form.payload.indexOf('\r\n\r\n') + 4 + MOST_IMAGE_BYTES;
      for (const step of [16_384, 65_536, 1_000_000, untilLimit, untilLimit / 2, untilLimit / 16])
        expect([
          over,
          step,
          await sendInChunks('/api/support/images', { ...form, step: Math.ceil(step) }),
        ]).toEqual([over, step, 413]);
    }
    expect(await countImages()).toBe(0);
    const form = await imageForm(pngOfBytes(MOST_IMAGE_BYTES));
    expect(await sendInChunks('/api/support/images', { ...form, step: 65_536 })).toBe(200);
    expect(await countImages()).toBe(1);
  });

  test.each([
    ['forty-one megapixels', pngBytes('', { width: 6_404, height: 6_404 }), 413],
    ['a side longer than any picture’s', pngBytes('', { width: 16_384, height: 2 }), 413],
    ['the most pixels', pngBytes('', { width: 8_000, height: 5_000 }), 200],
    [
      'a page behind the first bytes of a PNG',
      Buffer.concat([pngBytes().subarray(0, 8), Buffer.from('<script>')]),
      519,
    ],
  ])('an image of %s', async (_, bytes, code) => {
    const before = await countImages();
    expect(await sendInChunks('/api/support/images', { ...(await imageForm(bytes)), step: 50 })).toBe(code);
    expect(await countImages()).toBe(before + (code === 200 ? 1 : 0));
  });

  test('a body of JSON over the limit is refused, in chunks too', async () => {
    const payload = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_048_576) }));
    const headers = { 'content-type': 'application/json' };
    for (const step of [10_000, 65_536, 2_000_000])
      expect(await sendInChunks('/api/support/messages', { payload, headers, step })).toBe(413);
  });
});

describe('cacheable answers', () => {
  let ctx: Ctx;
  let admin: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    ctx = shop.app.systemCtx('test');
    admin = await signInAdmin(ctx);
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    shop.app.http.inject({ method: 'GET', url, headers });
  const itemsAt = async (url: string, language = 'en') =>
    (await get(url, { 'accept-language': language })).json().data.items as Record<string, any>[];
  const listedGoods = async (id: bigint) =>
    (await itemsAt('/api/goods')).find((goods) => goods['id'] === String(id));

  test('a change by an admin is in the next answer, in every language', async () => {
    const id = await buildGoods(ctx);
    await stockUp(ctx, id, 3);
    for (const isOnSale of [true, false, true, false, true]) {
      await setGoodsOnSale(admin.ctx, { body: { ids: [String(id)], on_sale: isOnSale } });
      expect((await listedGoods(id)) !== undefined).toBe(isOnSale);
    }
    await itemsAt('/api/categories', 'pt');
    await createCategory(admin.ctx, { body: { names: { en: 'Rope', pt: 'Corda' }, sort: 1 } });
    const namesIn = async (language: string) =>
      (await itemsAt('/api/categories', language)).map(({ name }) => name as string);
    expect(await namesIn('en')).toContain('Rope');
    expect(await namesIn('pt')).toContain('Corda');
  });

  test('settings and announcements that an admin changes are in the next answer', async () => {
    const put = (path: string, method: string, body: unknown) =>
      shop.call(method, `/api/${path}`, body, admin.headers);
    const siteName = async () => (await get('/api/site-config')).json().data.site_name as string;
    for (const name of ['Quay', 'Pier', 'Quay']) {
      await put('site-config', 'PUT', { site_name: name });
      expect(await siteName()).toBe(name);
    }
    const shown = '/api/announcements/position/home';
    const before = await itemsAt(shown);
    const announcement = { position: 'home', state: 'published', title: { en: 'Low tide' } };
    expect(await put('announcements', 'POST', announcement)).toMatchObject({ status: 200 });
    expect((await itemsAt(shown)).length).toBe(before.length + 1);
  });

  test('a buyer who looks after their order sees what is left', async () => {
    const id = await buildGoods(ctx);
    await stockUp(ctx, id, 3);
    const buyer = await buildBuyer(ctx, 1_000_000_000n);
    expect((await listedGoods(id))?.['stock']).toBe(3);
    await placeOrder(buyer.ctx, {
      body: { goods_id: String(id), quantity: 2, gender: 'random' },
      idempotencyKey: 'two of three',
    });
    await expect.poll(async () => (await listedGoods(id))?.['stock']).toBe(1);
  });

  test('what no event tells of is shown too, soon', async () => {
    const id = await buildGoods(ctx);
    await itemsAt('/api/goods');
    await ctx.db
      .updateTable('goods')
      .set({ name: JSON.stringify({ en: 'Renamed' }) })
      .where('id', '=', id)
      .execute();
    await expect.poll(async () => (await listedGoods(id))?.['name']).toBe('Renamed');
  });

  test('the same answer is not sent twice, and is compressed as the caller asks', async () => {
    for (let more = 0; more < 5; more += 1) await buildGoods(ctx);
    const plain = await get('/api/goods');
    const etag = String(plain.headers['etag']);
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-cache, no-transform',
      vary: 'accept-encoding, accept-language',
    });
    const again = await get('/api/goods', { 'if-none-match': etag });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers['etag']).toBe(etag);
    const packed = await get('/api/goods', { 'accept-encoding': 'gzip, deflate, br;q=0.9' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const older = await get('/api/goods', { 'accept-encoding': 'gzip, br;q=0' });
    expect(older.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(older.rawPayload).toString()).toBe(plain.body);
    await setGoodsOnSale(admin.ctx, {
      body: { ids: [plain.json().data.items[0].id as string], on_sale: false },
    });
    expect(await get('/api/goods', { 'if-none-match': etag })).toMatchObject({ statusCode: 200 });
  });

  test('a cached answer is the same for everybody', async () => {
    const id = await buildGoods(ctx);
    await stockUp(ctx, id, 3);
    const buyer = await signInAdmin(ctx, []);
    for (const url of ['/api/goods', `/api/goods/${id}`, '/api/categories']) {
      const [visitor, ...people] = await Promise.all([
        get(url),
        get(url, admin.headers),
        get(url, buyer.headers),
      ]);
      for (const person of people) expect(person.body).toBe(visitor.body);
      expect(visitor.headers['set-cookie']).toBeUndefined();
    }
  });
});
