import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Uploads } from './uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

test('an image is stored under a generated name until it is removed', async () => {
  const uploads = new Uploads(join(folder, 'kept'));
  const image = { type: 'image/webp', bytes: bytes('RIFF....WEBP') } as const;
  const name = await uploads.keepFor(image, (kept) => Promise.resolve(kept));
  expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/);
  expect(await uploads.read(name)).toEqual(image);
  await uploads.remove(name);
  await expect(uploads.read(name)).rejects.toMatchObject({ reason: 'notFound' });
});

test('an image whose row could not be written is deleted', async () => {
  const uploads = new Uploads(join(folder, 'failed'));
  const image = { type: 'image/png', bytes: bytes('\x89PNG') } as const;
  const keeping = uploads.keepFor(image, () => Promise.reject(new Error('no such user')));
  await expect(keeping).rejects.toThrow('no such user');
  expect(readdirSync(join(folder, 'failed'))).toEqual([]);
});

test.each(['../database/PG_VERSION', 'a.png', '..%2f.png', `${'a'.repeat(36)}.svg`, ''])(
  '%s is no name of an image',
  async (name) => {
    await expect(new Uploads(folder).read(name)).rejects.toThrow('not a name');
  },
);
