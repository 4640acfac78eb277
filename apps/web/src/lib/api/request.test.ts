import { expect, test, afterEach, vi } from 'vitest';
import { initOf, urlOf, readEnvelope, readFile } from './request.ts';
import { call } from './call.ts';

test('path parameters are escaped', () => {
  expect(urlOf('/api/orders/:order_no', { params: { order_no: 'A/../B' } })).toBe('/api/orders/A%2F..%2FB');
});

test('a missing path parameter is our mistake', () => {
  expect(() => urlOf('/api/orders/:order_no', {})).toThrow('order_no');
});

test('the query is cleaned', () => {
  expect(urlOf('/api/goods', { query: { category: '', q: 'mail box', in_stock: undefined } })).toBe(
    '/api/goods?q=mail+box',
  );
  expect(urlOf('/api/goods', { query: { q: '' } })).toBe('/api/goods');
});

test('bearer, idempotency key and cleaned body', () => {
  const init = initOf('POST', { body: { goods_id: '1', quantity: 2, email: '' } }, 'secret', 'key-1');
  expect(init.method).toBe('POST');
  expect(init.headers).toEqual({
    authorization: 'Bearer secret',
    'idempotency-key': 'key-1',
    'content-type': 'application/json',
  });
  expect(init.body).toBe('{"goods_id":"1","quantity":2}');
});

test('visitors send no authorization, and a body that cleans away stays an object', () => {
  const init = initOf('POST', { body: { email: '' } }, null);
  expect(init.headers).toEqual({ 'content-type': 'application/json' });
  expect(init.body).toBe('{}');
});

test('texts that are data come in the language of the page, not of the browser', () => {
  expect(initOf('GET', {}, null, undefined, 'zh-cn').headers).toEqual({ 'accept-language': 'zh-cn' });
});

test('an image goes as the only file of a form, whose type the browser names', () => {
  const image = new Blob(['…'], { type: 'image/png' });
  const init = initOf('POST', { image }, 'secret');
  expect(init.headers).toEqual({ authorization: 'Bearer secret' });
  const parts = [...(init.body as FormData).values()] as File[];
  expect(parts.map(({ type, size }) => [type, size])).toEqual([['image/png', image.size]]);
});

test('further images are parts of the same form, by their names', () => {
  const image = new Blob(['…'], { type: 'image/png' });
  const init = initOf('PUT', { image, furtherImages: { small_icon: image, other: undefined } }, null);
  expect([...(init.body as FormData).keys()]).toEqual(['image', 'small_icon']);
});

const json = (body: unknown, status = 200) => Response.json(body, { status });

test('code 200 answers its data', async () => {
  expect(await readEnvelope(json({ code: 200, message: 'ok', data: { a: 1 } }))).toEqual({ a: 1 });
});

test('a refusal carries code, name and the server message', async () => {
  await expect(readEnvelope(json({ code: 511, message: 'no' }, 401))).rejects.toMatchObject({
    code: 511,
    errorName: 'wrongLogin',
    message: 'no',
  });
});

test('a refusal says which fields are at fault', async () => {
  const faults = [{ field: 'password', fault: 'short', limit: 6 }];
  const refused = readEnvelope(json({ code: 519, message: 'no', data: null, faults }, 400));
  await expect(refused).rejects.toMatchObject({ errorName: 'invalidFormat', cause: { faults } });
});

test('a refusal inside HTTP 200 is still a refusal', async () => {
  await expect(readEnvelope(json({ code: 506, message: 'gone' }))).rejects.toMatchObject({ code: 506 });
});

test('an unknown code keeps the server message', async () => {
  await expect(readEnvelope(json({ code: 999999, message: 'new rule' }, 409))).rejects.toMatchObject({
    errorName: undefined,
    message: 'new rule',
  });
});

test('no envelope: the HTTP status is the code', async () => {
  const page = new Response('<html>Bad gateway</html>', { status: 502 });
  await expect(readEnvelope(page)).rejects.toMatchObject({ code: 502, message: '' });
});

test("a gateway's status is not taken for our code of the same number", async () => {
  const page = (status: number) => new Response('<html></html>', { status });
  await expect(readEnvelope(page(502))).rejects.toMatchObject({ errorName: undefined });
  await expect(readFile(page(504))).rejects.toMatchObject({ errorName: undefined });
  await expect(readEnvelope(page(401))).rejects.toMatchObject({ errorName: 'notSignedIn' });
});

test('a file passes untouched', async () => {
  expect(await (await readFile(new Response('a----b\n'))).text()).toBe('a----b\n');
});

test('a file has the name that the server gives it, in any script', async () => {
  const named = (disposition: string) =>
    readFile(new Response('', { headers: { 'content-disposition': disposition } }));
  expect((await named('attachment; filename="a b.csv"')).name).toBe('a b.csv');
  expect((await named('attachment; filename="__.txt"; filename*=UTF-8\'\'%D1%88%D1%82.txt')).name).toBe(
    'шт.txt',
  );
  expect((await named('inline')).name).toBe('');
});

test('a refusal in place of a file is a refusal', async () => {
  await expect(readFile(json({ code: 300012, message: 'x' }, 410))).rejects.toMatchObject({
    errorName: 'accountsDeleted',
  });
});

// @vitest-environment happy-dom

afterEach(() => vi.unstubAllGlobals());

test('a call is sent where the page is left at once if its caller says so, and only then', async () => {
  const sent: (boolean | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(init.keepalive);
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { tx_hash: '0x0' } }));
  });
  const body = { type: 'TRON', to: 'T', amount: '1' } as const;
  await call('sendSandboxTransfer', { body });
  await call('sendSandboxTransfer', { body }, { keepalive: true });
  expect(sent).toEqual([false, true]);
});
