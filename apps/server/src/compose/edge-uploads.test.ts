import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { MOST_IMAGE_BYTES } from '../platform/uploads/read-image.ts';
import { createTestShop, bearer, type TestShop } from '../testing/app.ts';
import { buyOnce } from '../testing/sale.ts';
import { imageForm, pngBytes, pngOfBytes } from '../testing/image-form.ts';

/** Bodies that come in chunks, so that nobody knows their length before their end. */

let shop: TestShop;
let port: number;
let buyer: Record<string, string>;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.http.server.address() as AddressInfo);
  const person = await shop.register();
  await buyOnce(shop, person);
  buyer = bearer(person.token);
});

type Sending = { readonly payload: Buffer; readonly headers: Record<string, string>; readonly step: number };

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
