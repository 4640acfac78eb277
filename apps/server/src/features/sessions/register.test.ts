import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import { buildAgent } from '../../testing/build.ts';
import { createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { findUserByUsername } from '../users/index.ts';
import { authenticate } from './authenticate.ts';
import { readIdentity } from './open-session.ts';
import { register } from './login.ts';
import { hashToken } from './tokens.ts';

const origin = { address: '203.0.113.7', userAgent: 'test' };

function somebody() {
  const username = `n${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password: TEST_PASSWORD, invitationCode: undefined };
}

test('registering signs a buyer in, with an empty balance', async () => {
  const { ctx } = await createWorld(visitor);
  const { username, email, ...rest } = somebody();
  const answer = await register(ctx, { username, email, ...rest }, origin);
  expect(answer.user).toMatchObject({ username, email, balance: '0.00', isAdmin: false, status: 'active' });
  expect(answer.permissions).toEqual({ menus: [], actions: [] });
  const actor = await authenticate(ctx, answer.token);
  expect(await readIdentity({ ...ctx, actor })).toEqual({
    user: answer.user,
    permissions: answer.permissions,
    is_agent: false,
    two_factor: false,
    recovery_codes: 0,
    to_do: null,
  });
});

test('the database keeps a hash of the token, 256 bits long', async () => {
  const { ctx } = await createWorld(visitor);
  const { token } = await register(ctx, somebody(), origin);
  expect(token).toMatch(/^[\w-]{43}$/);
  const stored = await ctx.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored, (_, value: unknown) => String(value))).not.toContain(token);
});

test('an invitation code names the agent; an unknown one is refused', async () => {
  const { ctx } = await createWorld(visitor);
  const { user } = await createPerson(ctx);
  const agent = await buildAgent(ctx, { userId: user.id, platformName: 'Quay', telegram: '' });
  const invited = somebody();
  await register(ctx, { ...invited, invitationCode: agent.promotion_code.toLowerCase() }, origin);
  expect(await findUserByUsername(ctx.db, invited.username)).toMatchObject({ agent_id: user.id });
  const stray = somebody();
  const refused = register(ctx, { ...stray, invitationCode: 'NOBODY99' }, origin);
  await expect(refused).rejects.toMatchObject({ reason: 'agentDoesNotExist' });
  expect(await findUserByUsername(ctx.db, stray.username)).toBeUndefined();
});

test('a taken name or address, or a common password, is refused', async () => {
  const { ctx } = await createWorld(visitor);
  const known = somebody();
  await register(ctx, known, origin);
  const taken = { reason: 'userExists' };
  const other = somebody();
  await expect(register(ctx, { ...other, username: known.username }, origin)).rejects.toMatchObject(taken);
  await expect(register(ctx, { ...other, email: known.email }, origin)).rejects.toMatchObject(taken);
  const common = register(ctx, { ...other, password: 'Password1' }, origin);
  await expect(common).rejects.toMatchObject({ reason: 'passwordTooCommon' });
  expect(await findUserByUsername(ctx.db, other.username)).toBeUndefined();
});
