import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { openUpload, removeUpload, storeUpload } from './uploads.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { pngBytes, pngChunk } from '../../testing/image-form.ts';
import { readImage } from './read-image.ts';

test('an image is stored under a generated name, read in parts, until it is removed', async () => {
  const { db } = (await createWorld()).ctx;
  const image = { type: 'image/webp', bytes: randomBytes(700_001) } as const;
  const name = await storeUpload(db, image);
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/);
  const { type, size, body } = await openUpload(db, name);
  expect([type, size]).toEqual(['image/webp', 700_001]);
  expect(Buffer.concat(await body.toArray()).equals(image.bytes)).toBe(true);
  await removeUpload(db, name);
  await expect(openUpload(db, name)).rejects.toMatchObject({ reason: 'notFound' });
});

const ROOT = join(import.meta.dirname, '../../../../..');
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const segment = (marker: number, data: readonly number[]): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 255,
  ...data,
];
const FRAME = segment(0xc2, [8, 0x03, 0x20, 0x04, 0x00, 1, 1, 0x11, 0]);
const SCAN = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 1, 0xff, 0, 2, 0xff, 0xd0, 3];
const jpeg = (...parts: readonly (readonly number[])[]): Buffer => Buffer.from([0xff, 0xd8, ...parts.flat()]);
const END = [0xff, 0xd9];
/** 1024 by 800. */
const JPEG = jpeg(segment(0xe0, [...bytes('JFIF\0')]), FRAME, SCAN, segment(0xc4, [0]), SCAN, [0xff, ...END]);

const chunk = (type: string, data: readonly number[]): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, Buffer.from(data), Buffer.alloc(data.length % 2)]);
};
const webp = (...chunks: readonly Buffer[]): Buffer =>
  chunk('RIFF', [...bytes('WEBP'), ...chunks.flatMap((one) => [...one])]);
/** 640 by 480 each. */
const LOSSY = chunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x01, 7]);
const LOSSLESS = chunk('VP8L', [0x2f, 0x7f, 0xc2, 0x77, 0]);
const envelope = (flags: number, width = 640): Buffer =>
  chunk('VP8X', [flags, 0, 0, 0, (width - 1) & 255, (width - 1) >> 8, 0, 0xdf, 0x01, 0]);

test.each([
  ['a PNG', pngBytes(), 'image/png', 1, 1],
  ['a JPEG', JPEG, 'image/jpeg', 1_024, 800],
  ['a lossy WebP', webp(LOSSY), 'image/webp', 640, 480],
  ['a lossless WebP', webp(LOSSLESS), 'image/webp', 640, 480],
  ['a WebP with an envelope', webp(envelope(0), chunk('ICCP', [1]), LOSSY), 'image/webp', 640, 480],
  ['a real PNG', readFileSync(join(ROOT, 'apps/web/public/icon-192.png')), 'image/png', 192, 192],
  ['a real WebP', readFileSync(join(ROOT, 'docs/pictures/home.webp')), 'image/webp', 1_280, 800],
])('%s is read to its end, and what follows is left out', (_, file, type, width, height) => {
  expect(readImage(file)).toEqual({ type, width, height, bytes: file });
  const followed = Buffer.concat([file, bytes('PK\x03\x04 <script>alert(1)</script>')]);
  expect(readImage(followed)).toEqual({ type, width, height, bytes: file });
});

test('a file that is cut anywhere is no image', () => {
  for (const file of [pngBytes(), JPEG, webp(LOSSY), webp(envelope(0), LOSSLESS)])
    for (let end = 0; end < file.length; end += 1) expect(readImage(file.subarray(0, end))).toBeNull();
});

const withoutData = Buffer.concat([pngBytes().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]);
const changed = (file: Buffer, at: number): Buffer => Buffer.from(file).fill(file[at]! ^ 1, at, at + 1);
test.each([
  ['a GIF', bytes('GIF89a')],
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['sound in the same wrapping as WebP', bytes('RIFF\x24\0\0\0WAVEfmt ')],
  ['a page that begins as a PNG', bytes('\x89PNG\r\n\x1a\n<script>alert(1)</script>')],
  ['a page that begins as a JPEG', bytes('\xff\xd8\xff\xe0<script>alert(1)</script>')],
  ['a PNG with a changed size', changed(pngBytes(), 19)],
  ['a PNG without data', withoutData],
  ['a PNG of no width', pngBytes('', { width: 0 })],
  ['a moving PNG', pngBytes('', { extra: [pngChunk('acTL', Buffer.alloc(8))] })],
  ['a JPEG without a frame', jpeg(SCAN, END)],
  ['a JPEG without a scan', jpeg(FRAME, END)],
  ['a JPEG with two frames', jpeg(FRAME, FRAME, SCAN, END)],
  ['a moving WebP', webp(envelope(2), LOSSY)],
  ['a WebP with two pictures', webp(LOSSY, LOSSLESS)],
  ['a WebP without a picture', webp(envelope(0))],
  ['a WebP whose envelope tells another size', webp(envelope(0, 10), LOSSY)],
])('%s is no image', (_, file) => {
  expect(readImage(file)).toBeNull();
});

test('no bytes make it fail', () => {
  const heads = [pngBytes(), JPEG, webp(LOSSY), Buffer.alloc(0)];
  fc.assert(
    fc.property(
      fc.constantFrom(...heads),
      fc.nat(80),
      fc.uint8Array({ maxLength: 200 }),
      (head, keep, rest) => {
        readImage(Buffer.concat([head.subarray(0, keep), rest]));
      },
    ),
  );
});
