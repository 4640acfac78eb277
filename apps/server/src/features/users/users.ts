import {
  errors,
  type Data,
  type Input,
  type UserDetails,
  paths,
  type Proposable,
  type UserStatus,
} from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { refuse, Refusal } from '../../platform/refusal.ts';
import { nameDays, resolvePeriod } from '../settings/index.ts';
import {
  findUserDetails,
  listUserDetails,
  readUserPosition,
  writeUserCursor,
  getUserDetails,
} from './user-details.sql.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList, type Columns } from '../../platform/http/send-list.ts';
import { auditAtEnd, recordAudit } from '../../platform/audit/record-audit.ts';
import {
  requireAuthorityOver,
  aboutUser,
  changeOrPropose,
  requireRemainingOwner,
} from './change-or-propose.ts';
import { correctInvited, isInvited, invite } from './invitations.ts';
import { proposeEmail, voidWaitingEmail } from './propose-email.ts';
import { foldName, lockUser, lockUsers, refuseTaken, type UserRow } from './users.sql.ts';
import { requireAction } from '../../platform/actor.ts';
import { recordOwnTies, joinNames, needsSecondPerson, type AdminChangeTerms } from '../approvals/index.ts';
import { newToken } from '../../platform/tokens.ts';
import { createUser, takeUsername } from './create-user.ts';
import { guessableNames, hashNewPassword } from './passwords/passwords.ts';
import { findRole, lockRole, permissionsOfRole, requireGrantable, type RoleRow } from '../roles/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockBalances, readOwnedMicro } from '../ledger/index.ts';

const idOf = (text: string | undefined) => (text === undefined ? undefined : BigInt(text));

/** Users that match the query, newest first unless sorted otherwise. */
export async function listUsers(ctx: Ctx, { query }: Input<'listUsers'>): Promise<Data<'listUsers'>> {
  return queryUsers(ctx, query);
}

/** Users that match the query; the caller checks permissions. */
async function queryUsers({ db }: Ctx, query: Input<'listUsers'>['query']): Promise<Data<'listUsers'>> {
  const place = readUserPosition(query);
  const { from, end } = await resolvePeriod(db, query);
  const filter = {
    part: query.q,
    username: query.username,
    status: query.status,
    roleId: idOf(query.role_id),
    agentId: idOf(query.agent_id),
    levelId: idOf(query.level_id),
    from,
    to: end,
    place,
  };
  const rows = await listUserDetails(db, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  return {
    items: shown.map(({ user }) => user),
    next_cursor: rows.length > query.limit ? writeUserCursor(place.key, query.sort, shown.at(-1)!) : null,
    total: null,
  };
}

/** One user in detail. Refuses an unknown one (notFound). */
export async function readUser(ctx: Ctx, id: bigint): Promise<UserDetails> {
  return (await findUserDetails(ctx.db, id)) ?? refuse('notFound');
}

const COLUMNS: Columns<UserDetails> = {
  ...fieldColumns<UserDetails>('id', 'created_at', 'username', 'email', 'status'),
  balance: { number: (user) => user.exact_balance },
  role: ({ role }) => role && role.name,
  agent: ({ agent }) => agent && agent.username,
  ...fieldColumns<UserDetails>('language', 'two_factor'),
};

/** The users that match a filter as a CSV file, newest first. */
export async function exportUsers(
  ctx: Ctx,
  { query }: Input<'exportUsers'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendList(ctx, reply, {
    name: 'users',
    days: await nameDays(ctx.db, query),
    action: 'user.export',
    subject: 'user',
    query,
    columns: COLUMNS,
    readPage: (page) => queryUsers(ctx, { ...query, ...page }),
  });
}

/**
 * Replaces username, language and e-mail address, as an admin. Another address waits (`proposeEmail`), unless
 * its user is still invited (`correctInvited`), another spelling does not; the answer has the one in force. A new name stops an address that waits: its user was told the former name,
 * and could no longer sign in to reject it. Refuses a name that is taken (userExists), an admin with the caller's
 * permissions or more (noPermission), who changes theirs alone, and what `proposeEmail` refuses.
 */
export async function updateUser(ctx: Ctx, { params, body }: Input<'updateUser'>): Promise<UserDetails> {
  const userId = BigInt(params.id);
  const { username, language } = body;
  return inTransaction(ctx, async (step) => {
    const user = (await lockUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, user);
    const isSameEmail = foldName(body.email) === user.email_key;
    const before = { username: user.username, email: user.email, language: user.language };
    const after = { username, email: isSameEmail ? body.email : user.email, language };
    await step.db
      .updateTable('users')
      .set({ ...after, username_key: foldName(username) })
      .where('id', '=', userId)
      .execute()
      .catch(refuseTaken);
    const isRenamed = username !== user.username;
    if (isRenamed) await takeUsername(step.db, userId, username);
    await recordAudit(step, { action: 'user.update', subject: `user:${userId}`, before, after });
    if (isRenamed) await voidWaitingEmail(step, userId, 'the username was changed', null);
    if (isSameEmail) return getUserDetails(step.db, userId);
    const set = (await isInvited(step.db, userId)) ? correctInvited : proposeEmail;
    await set(step, { ...user, username }, body.email);
    return getUserDetails(step.db, userId);
  });
}

/**
 * Creates a user, as an admin; without a password they are invited by e-mail to choose one. Giving a role needs the
 * permission to grant it, and may wait for a second person (`setUserRole`): until then the user has none. Refuses a username or e-mail address that is taken (userExists), and a
 * weak password, which has to be longer with a role.
 */
export async function addUser(ctx: Ctx, { body }: Input<'addUser'>): Promise<Data<'addUser'>> {
  const { username, email, language, password, role_id: roleId } = body;
  const isInvited = password === undefined;
  const passwordHash = await hashNewPassword(password ?? newToken(), {
    isAdmin: roleId !== undefined,
    names: await guessableNames(ctx.db, username, email),
  });
  return inTransaction(ctx, async (step) => {
    const profile = { username, email, language };
    const { id } = await createUser(step, { ...profile, passwordHash, roleId: null, agentId: null });
    await recordOwnTies(step, [id]);
    if (isInvited) await invite(step, { id, email });
    const after = { ...profile, ...(isInvited && { invited: true }) };
    await recordAudit(step, { action: 'user.create', subject: `user:${id}`, after });
    if (roleId === undefined) return { ...(await getUserDetails(step.db, id)), proposal: null };
    requireAction(step.actor, paths.setUserRole[2]);
    return setUserRole(step, id, BigInt(roleId));
  });
}

/**
 * Gives a user a role, or none (null), in force from the next request; at once or as a proposal, which it also is for a
 * role that can approve once two people can assign roles. A new admin has to choose a password again, by the rules for
 * admins. Refuses whom `changeOrPropose` refuses, a role with permissions that the caller lacks (noPermission), and to
 * leave no active owner (lastOwner).
 */
export async function setUserRole(
  ctx: Ctx,
  userId: bigint,
  roleId: bigint | null,
): Promise<Data<'setUserRole'>> {
  return inTransaction(ctx, async (step) => {
    const role = roleId === null ? null : ((await lockRole(step.db, roleId)) ?? refuse('notFound', 'role'));
    if (role) await requireGrantable(step, role);
    const { proposal } = await changeOrPropose(step, userId, {
      takesTwo: role !== null && (await needsSecondPerson(step, permissionsOfRole(role).actions)),
      isDone: (user) => user.role_id === roleId,
      termsOf: (user) => termsOf(step, user, role),
      change: (_, user) => storeRoleOf(step, user, roleId),
    });
    return { ...(await getUserDetails(step.db, userId)), proposal };
  });
}

async function termsOf({ db }: Ctx, user: UserRow, role: RoleRow | null): Promise<AdminChangeTerms> {
  const former = user.role_id === null ? undefined : await findRole(db, user.role_id);
  const about = { change: 'role', ...aboutUser(user), former_role: former?.name ?? null } as const;
  if (role === null) return { ...about, role_id: null };
  const { menus, actions } = permissionsOfRole(role);
  return {
    ...about,
    role_id: role.id.toString(),
    role: role.name,
    menus: joinNames(menus),
    permissions: joinNames(actions),
  };
}

async function storeRoleOf(ctx: Ctx, user: UserRow, roleId: bigint | null): Promise<void> {
  const mustChangePassword = user.must_change_password || (user.role_id === null && roleId !== null);
  await ctx.db
    .updateTable('users')
    .set({ role_id: roleId, must_change_password: mustChangePassword })
    .where('id', '=', user.id)
    .execute();
  await requireRemainingOwner(ctx.db, user);
  if (roleId !== null) await recordOwnTies(ctx, [user.id]);
  ctx.live.publish({ to: user.id, name: 'session', data: {} });
  await recordAudit(ctx, {
    action: 'role.grant',
    subject: `user:${user.id}`,
    before: { role: user.role_id },
    after: { role: roleId },
  });
}

/**
 * Gives a role as it was approved. Refuses what `setUserRole` refuses, and a role whose permissions have changed since
 * (proposalSettled).
 */
export async function applyUserRole(
  ctx: Ctx,
  terms: Extract<AdminChangeTerms, { readonly change: 'role' }>,
): Promise<void> {
  const roleId = terms.role_id === null ? null : BigInt(terms.role_id);
  if (terms.role_id !== null) {
    const role = (await lockRole(ctx.db, BigInt(terms.role_id))) ?? refuse('notFound', 'role');
    if (joinNames(permissionsOfRole(role).actions) !== terms.permissions)
      refuse('proposalSettled', 'the role has changed');
  }
  await setUserRole(ctx, BigInt(terms.user_id), roleId);
}

/**
 * Blocks or unblocks a user, or closes them for good, once they own nothing (balanceNotZero); at once or as a proposal.
 * Sessions are kept, so that every call of a blocked user is refused with the reason; open streams end. Refuses whom
 * `changeOrPropose` refuses, and to leave no active owner (lastOwner).
 */
export const setUserStatus = (ctx: Ctx, userId: bigint, status: UserStatus): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    isDone: (user) => user.status === status,
    termsOf: (user) => ({ change: 'status', ...aboutUser(user), former_status: user.status, status }),
    change: async (step, user) => {
      const { db } = step;
      if (status === 'closed') await requireNothingOwned(db, userId);
      await storeStatus(db, userId, status);
      if (status !== 'active') await requireRemainingOwner(db, user);
      await announceStatus(step, user, { status });
    },
  });

/** Refuses (balanceNotZero) a balance or commission, and what is held for a payout: nobody could have it any more. */
async function requireNothingOwned(db: Db, userId: bigint): Promise<void> {
  // What is being credited counts.
  await lockBalances(db, [userId]);
  if ((await readOwnedMicro(db, userId)) > 0n) refuse('balanceNotZero');
}

/**
 * Blocks or unblocks several users: all of them, or none. Those who are so already are passed over. Refuses what
 * `setUserStatus` refuses, naming the user.
 */
export const setUserStatuses = (
  ctx: Ctx,
  { body: { ids, status } }: Input<'setUserStatuses'>,
): Promise<Data<'setUserStatuses'>> =>
  inTransaction(ctx, async (outer) => {
    const wanted = [...new Set(ids)].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
    const locked = await lockUsers(outer.db, wanted);
    const users = new Map(locked.map((user) => [user.id, user]));
    return auditAtEnd(outer, async (step) => {
      let [changed, proposed] = [0, 0];
      for (const userId of wanted) {
        const user = users.get(userId);
        const { proposal } = await setUserStatus(step, userId, status).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          const { code } = errors[error.reason];
          const field = `ids.${ids.indexOf(String(userId))}`;
          const value = user?.username ?? String(userId);
          throw new Refusal(error.reason, value, [{ field, fault: 'refused', value, code }]);
        });
        if (proposal) proposed += 1;
        else if (user?.status !== status) changed += 1;
      }
      return { changed, proposed };
    });
  });

/** Blocks a user who owes the shop money after a reversal; runs in the transaction that found the debt. */
export async function freezeDebtor(ctx: Ctx, userId: bigint): Promise<void> {
  const user = await lockUser(ctx.db, userId);
  if (user?.status !== 'active') return;
  await storeStatus(ctx.db, userId, 'frozen');
  await announceStatus(ctx, user, { status: 'frozen', because: 'debt' });
}

async function storeStatus(db: Db, id: bigint, status: UserStatus): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', id).execute();
}

type NewStatus = { readonly status: UserStatus; readonly because?: string };

async function announceStatus(ctx: Ctx, { id: userId, status }: UserRow, after: NewStatus): Promise<void> {
  // They could not reject it any more.
  if (after.status !== 'active') await voidWaitingEmail(ctx, userId, 'the user was blocked or closed', null);
  if (after.status !== 'active') {
    await ctx.events.announce(ctx, 'userBlocked', { userId });
    ctx.live.publish({ to: userId, name: 'session', data: {} });
  }
  const subject = `user:${userId}`;
  await recordAudit(ctx, { action: 'user.status', subject, before: { status }, after });
}
