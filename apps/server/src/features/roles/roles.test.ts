import { ACTIONS, contract, MENUS, type Endpoint } from '@portside/contract';
import { expect, test } from 'vitest';
import { signInAdmin } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { ensureOwnerRole, readPermissions } from './index.ts';
import { listRoles } from './roles.ts';

test('there is one owner role with all permissions, however often it is ensured', async () => {
  const { ctx } = await createWorld();
  const ids = [await ensureOwnerRole(ctx.db), await ensureOwnerRole(ctx.db)];
  expect(ids[0]).toBe(ids[1]);
  const { menus, actions } = await readPermissions(ctx.db, ids[0]!);
  expect(menus).toEqual(MENUS);
  expect([...actions]).toEqual(ACTIONS);
});

test('a role has exactly its own permissions; a buyer has none', async () => {
  const { ctx } = await createWorld();
  const { id } = await ctx.db
    .insertInto('roles')
    .values({ name: `goods ${Math.random()}`, menus: ['/admin/goods'], actions: ['goods.write'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = await readPermissions(ctx.db, id);
  expect(role.menus).toEqual(['/admin/goods']);
  expect([...role.actions]).toEqual(['goods.write']);
  const buyer = await readPermissions(ctx.db, null);
  expect(buyer.menus).toEqual([]);
  expect(buyer.actions.size).toBe(0);
});

test('the list of roles shows what the caller can grant', async () => {
  const { ctx } = await createWorld();
  await ensureOwnerRole(ctx.db);
  const clerk = await signInAdmin(ctx, ['role.read', 'goods.write']);
  const role = { menus: [], is_owner: false };
  const rows = [
    { ...role, name: `less ${Math.random()}`, actions: ['goods.write'] },
    { ...role, name: `more ${Math.random()}`, actions: ['goods.write', 'stock.read'] },
  ];
  await ctx.db.insertInto('roles').values(rows).execute();
  const { items, own } = await listRoles(clerk.ctx);
  const canGrant = (name: string) => items.find((one) => one.name === name)?.can_grant;
  expect([canGrant(rows[0]!.name), canGrant(rows[1]!.name)]).toEqual([true, false]);
  expect(items.find((one) => one.is_owner)?.can_grant).toBe(false);
  expect(own.actions.toSorted()).toEqual(['goods.write', 'role.read']);
});

test('every permission that an endpoint needs can be granted', () => {
  const asked = Object.values<Endpoint>(contract).flatMap(({ access }) =>
    typeof access === 'object' ? [access.action] : [],
  );
  expect(ACTIONS).toEqual(expect.arrayContaining(asked));
});
