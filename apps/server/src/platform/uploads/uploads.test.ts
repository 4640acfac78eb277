import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pngBytes } from '../../testing/image-form.ts';
import { createWorld } from '../../testing/world.ts';
import { takeOverFiles, openUpload, removeUpload, storeUpload } from './uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

test('images that were files are taken over once, and nothing else of their folder', async () => {
  const { db } = (await createWorld()).ctx;
  const uploads = join(folder, 'uploads');
  mkdirSync(uploads);
  const [name, other] = [`${randomUUID()}.png`, `${randomUUID()}.png`];
  writeFileSync(join(uploads, name), pngBytes());
  writeFileSync(join(uploads, other), '<script>');
  writeFileSync(join(uploads, 'passwords.txt'), 'secret');
  expect(await takeOverFiles(db, uploads)).toBe(1);
  expect((await openUpload(db, name)).type).toBe('image/png');
  await expect(openUpload(db, other)).rejects.toMatchObject({ reason: 'notFound' });
  expect(await takeOverFiles(db, uploads)).toBe(0);
  expect(readdirSync(folder)).toEqual(['uploads-in-database']);
});
