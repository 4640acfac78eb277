import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRole, updateRole } from '../features/roles/roles.ts';
import { changePassword } from '../features/sessions/reset-password.ts';
import { revokeOwnSession, revokeUserSessions } from '../features/sessions/sessions.ts';
import { setUserRole, setUserStatus } from '../features/users/users.ts';
import { userActor, type UserActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { createDb } from '../platform/db/db.ts';
import { callOnce, startMultiProcessShop, type MultiProcessShop } from '../testing/multi-process-shop.ts';
import { hasValkey } from '../testing/valkey.ts';
import { createWorld, isOnPostgres } from '../testing/world.ts';

const isRunnable = isOnPostgres && hasValkey;
const MANY = 1_000;
const SOME = 300;
const AT_ONCE = 32;
const LONG = 120_000;
const PASSWORD = 'harbour-9';

let shop: MultiProcessShop;
beforeAll(async () => {
  if (isRunnable) shop = await startMultiProcessShop(2);
}, LONG);
afterAll(async () => {
  if (isRunnable) await shop?.stop();
}, LONG);

type Member = { readonly ctx: Ctx; readonly id: bigint; readonly roleId: bigint };

const [FROZEN, NO_PERMISSION, NOT_SIGNED_IN] = [403, 403, 401];
const orders = '/api/orders';
const users = '/api/users';
const role = (name: string, actions: readonly ['user.read'] | readonly []) => ({
  name,
  menus: [],
  actions: [...actions],
});

let members = 0;
/** Someone who has just signed in, from an address of their own, and a role that may read users. */
async function openMember(): Promise<Member & { headers: Record<string, string> }> {
  members += 1;
  const name = `member${members}`;
  const account = { username: name, email: `${name}@example.test`, password: PASSWORD, agree: true };
  const from = { 'x-forwarded-for': `203.0.113.${members}` };
  const { data } = await callOnce(shop.ports[0]!, 'POST', '/api/auth/register', {
    body: account,
    headers: from,
  });
  const ctx: Ctx = { ...(await createWorld()).ctx, db: createDb(shop.pool) };
  const id = BigInt(data.user.id);
  const roleId = BigInt((await createRole(ctx, role(name, ['user.read']))).id);
  return { ctx, id, roleId, headers: { ...from, authorization: `Bearer ${data.token}` } };
}

async function signedInActor({ ctx, id }: Member): Promise<UserActor> {
  const sessions = ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id);
  const { id: sessionId } = await sessions.executeTakeFirstOrThrow();
  return userActor(id, { sessionId });
}

/** As an admin who has given a code. */
async function makeAdmin({ ctx: { db, clock }, id, roleId }: Member): Promise<void> {
  await db.updateTable('users').set({ role_id: roleId }).where('id', '=', id).execute();
  await db.updateTable('sessions').set({ code_at: clock.now() }).where('user_id', '=', id).execute();
}

/** Calls both processes without a pause; `change` comes in between. The statuses of those that began afterwards. */
async function callThrough(
  path: string,
  headers: Record<string, string>,
  calls: number,
  change: () => Promise<unknown>,
) {
  const [before, after]: [Set<number>, Set<number>] = [new Set(), new Set()];
  const begun = { before: 0, after: 0 };
  let isChanged = false;
  const changing: Promise<unknown>[] = [];
  const callOn = async (): Promise<void> => {
    while (begun.after < calls / 2) {
      const beganAfter = isChanged;
      begun[beganAfter ? 'after' : 'before'] += 1;
      if (begun.before === calls / 2 && changing.length === 0)
        changing.push(change().then(() => (isChanged = true)));
      const port = shop.ports[(begun.before + begun.after) % 2]!;
      const { status } = await callOnce(port, 'GET', path, { headers });
      (beganAfter ? after : before).add(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, callOn));
  await Promise.all(changing);
  return { before: [...before].toSorted((a, b) => a - b), after: [...after] };
}

test.runIf(isRunnable).each<[string, number, number, (member: Member) => Promise<unknown>]>([
  ['a user is frozen', MANY, FROZEN, ({ ctx, id }) => setUserStatus(ctx, id, 'frozen')],
  ['all sessions end', SOME, NOT_SIGNED_IN, ({ ctx, id }) => revokeUserSessions(ctx, id)],
  [
    'the session ends',
    SOME,
    NOT_SIGNED_IN,
    async (member) => {
      const actor = await signedInActor(member);
      return revokeOwnSession({ ...member.ctx, actor }, actor.sessionId);
    },
  ],
  [
    'the password is changed',
    SOME,
    NOT_SIGNED_IN,
    async (member) =>
      changePassword(
        { ...member.ctx, actor: await signedInActor(member) },
        { oldPassword: PASSWORD, password: 'harbour-10' },
      ),
  ],
])(
  '%s in the middle of %i calls to two processes: none passes afterwards',
  async (_, calls, status, change) => {
    const member = await openMember();
    const { before, after } = await callThrough(orders, member.headers, calls, () => change(member));
    expect(before[0]).toBe(200);
    expect(after).toEqual([status]);
  },
  LONG,
);

test.runIf(isRunnable).each<[string, (member: Member) => Promise<unknown>]>([
  ['an admin loses the role', ({ ctx, id }) => setUserRole(ctx, id, null)],
  ['the role loses the permission', ({ ctx, roleId }) => updateRole(ctx, roleId, role('less', []))],
])(
  '%s in the middle of some hundred calls to two processes: none passes afterwards',
  async (_, change) => {
    const member = await openMember();
    await makeAdmin(member);
    const { before, after } = await callThrough(users, member.headers, SOME, () => change(member));
    expect(before[0]).toBe(200);
    expect(after).toEqual([NO_PERMISSION]);
  },
  LONG,
);

test.runIf(isRunnable)(
  'who is no longer frozen passes again, on both processes',
  async () => {
    const { ctx, id, headers } = await openMember();
    const ask = () => Promise.all(shop.ports.map((port) => callOnce(port, 'GET', orders, { headers })));
    await setUserStatus(ctx, id, 'frozen');
    expect((await ask()).map(({ status }) => status)).toEqual([FROZEN, FROZEN]);
    await setUserStatus(ctx, id, 'active');
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200]);
  },
  LONG,
);
