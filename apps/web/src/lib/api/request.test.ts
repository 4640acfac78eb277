import { expect, test } from 'vitest';
import { initOf, urlOf } from './request.ts';

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
