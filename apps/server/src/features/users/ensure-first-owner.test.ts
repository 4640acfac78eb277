import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { ensureFirstOwner } from './create-user.ts';
import { findUserByUsername } from './users.sql.ts';

const { ctx } = await createWorld();
const password = 'a long quiet harbour';
const emailOf = (username: string): string => `${username}@example.test`;

beforeEach(async () => {
  const role = await ensureOwnerRole(ctx.db);
  await ctx.db.updateTable('users').set({ role_id: null }).where('role_id', '=', role).execute();
});

test('the first owner is created once; later starts need no settings for it', async () => {
  const username = `owner-${randomUUID().slice(0, 8)}`;
  await ensureFirstOwner(ctx, { username, password, email: emailOf(username) });
  await ensureFirstOwner(ctx, { username: `${username}-2`, password, email: emailOf('other') });
  await ensureFirstOwner(ctx, null);
  expect(await findUserByUsername(ctx.db, username)).toMatchObject({
    role_id: await ensureOwnerRole(ctx.db),
    email: emailOf(username),
  });
  expect(await findUserByUsername(ctx.db, `${username}-2`)).toBeUndefined();
});

test('an invalid first owner stops the start and names the setting', async () => {
  const { user } = await createPerson(ctx);
  const fresh = `owner-${randomUUID().slice(0, 8)}`;
  for (const [owner, setting] of [
    [null, 'OWNER_USERNAME, OWNER_PASSWORD and OWNER_EMAIL'],
    [{ username: fresh, password: 'password1234', email: emailOf(fresh) }, 'OWNER_PASSWORD'],
    [{ username: user.username, password, email: emailOf(fresh) }, 'OWNER_USERNAME'],
  ] as const) {
    const attempt = ensureFirstOwner(ctx, owner);
    await expect(attempt).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(setting),
    });
  }
  expect(await findUserByUsername(ctx.db, fresh)).toBeUndefined();
});
