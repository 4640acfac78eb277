import { expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createOwner } from '../../testing/people.ts';
import { entityNames } from '../../compose/compose.ts';
import { createWorld } from '../../testing/world.ts';
import { listAudit } from './list-audit.ts';

const list = async (ctx: Ctx, query: Record<string, unknown>) =>
  listAudit(ctx, entityNames, { query: { limit: 20, ...query } });

test('entries are found by actor, action, subject and time, page by page', async () => {
  const { ctx, clock } = await createWorld();
  const owner = await createOwner(ctx);
  const asOwner = { ...ctx, actor: owner.actor };
  const tag = `box${owner.user.id}`;
  for (let index = 0; index < 5; index += 1) {
    clock.advance(60_000);
    const note = {
      action: index % 2 ? ('wallet.block' as const) : ('wallet.unblock' as const),
      subject: `${tag}:${index}`,
      after: { index },
    };
    await inTransaction(asOwner, (step) => recordAudit(step, note));
  }
  const subjects = async (query: Record<string, unknown>) =>
    (await list(asOwner, query)).items.map(({ subject }) => Number(subject.split(':')[1]));
  const { username } = owner.user;
  expect(await subjects({ username })).toEqual([4, 3, 2, 1, 0]);
  expect(await subjects({ username, action: 'wallet.block' })).toEqual([3, 1]);
  expect(await subjects({ subject: `${tag}:` })).toEqual([4, 3, 2, 1, 0]);
  expect(await subjects({ subject: `${tag}:2` })).toEqual([2]);
  const from = new Date(clock.now().getTime() - 60_000).toISOString();
  expect(await subjects({ username, from })).toEqual([4, 3]);
  expect(await subjects({ username, to: from })).toEqual([2, 1, 0]);
  expect(await subjects({ username: 'nobody at all' })).toEqual([]);
  const first = await list(asOwner, { username, limit: 3 });
  const second = await list(asOwner, { username, limit: 3, cursor: first.next_cursor });
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null]);
  expect(first.items[0]).toMatchObject({ actor: username, after: { index: 4 }, before: null });
});

test('entities that an entry mentions by id are shown with their present names', async () => {
  const { ctx } = await createWorld();
  const { user, actor } = await createOwner(ctx);
  const asOwner = { ...ctx, actor };
  const owners = ctx.db.selectFrom('roles').select(['id', 'name']).where('is_owner', '=', true);
  const role = await owners.executeTakeFirstOrThrow();
  const note = {
    action: 'role.grant' as const,
    subject: `user:${user.id}`,
    before: { role: 999_999_999n, on: `user:${user.id}` },
    after: { role: role.id, note: role.id },
  };
  await inTransaction(asOwner, (step) => recordAudit(step, note));
  const [entry] = (await list(asOwner, { subject: note.subject, action: 'role.grant' })).items;
  expect(entry!.names).toEqual({
    subject: user.username,
    'before.on': user.username,
    'after.role': role.name,
  });
});
