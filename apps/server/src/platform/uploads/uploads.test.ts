import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { openUpload, removeUpload, storeUpload } from './uploads.ts';

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
