import { countRecoveryCodes, isTwoFactorOn } from './two-factor/two-factor.sql.ts';
import type { SignIn, Identity } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { recordNetwork, type UserRow, findUser, presentUser } from '../users/index.ts';
import { hashToken, newToken } from './tokens.ts';
import { requireUser } from '../../platform/actor.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAgent } from '../agents/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { readPermissions } from '../roles/index.ts';

/** Where a sign-in came from, shown to the user later. */
export type SignInOrigin = {
  readonly address: string;
  readonly userAgent: string;
  /** Whether a two-factor code was given with the password. */
  readonly hasGivenCode?: boolean;
};

/** Opens a session and returns its token, which is never shown again. */
export async function openSession(ctx: Ctx, user: UserRow, origin: SignInOrigin): Promise<SignIn> {
  const { db, clock } = ctx;
  const token = newToken();
  const now = clock.now();
  const times = { created_at: now, last_seen_at: now, code_at: origin.hasGivenCode ? now : null };
  const from = { address: origin.address, user_agent: origin.userAgent };
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: user.id, ...times, ...from })
    .execute();
  await recordNetwork(ctx, user.id, origin.address);
  return { token, ...(await identityOf(ctx, user)) };
}

/** The signed-in user with balance, permissions and admin pages. */
export async function readIdentity(ctx: Ctx): Promise<Identity> {
  const { userId } = requireUser(ctx.actor);
  return identityOf(ctx, (await findUser(ctx.db, userId)) ?? refuse('notSignedIn'));
}

/**
 * As `readIdentity`, of a user who is being signed in. An admin with something left to do has no permissions
 * yet.
 */
async function identityOf({ db, isSandbox }: Ctx, user: UserRow): Promise<Identity> {
  const balanceMicro = await readAvailableMicro(db, user.id);
  const { menus, actions } = await readPermissions(db, user.role_id);
  const hasTwoFactor = await isTwoFactorOn(db, user.id);
  const toDo = toDoOf(user, hasTwoFactor || isSandbox);
  return {
    user: presentUser(user, balanceMicro),
    permissions: { menus: menus.map((path) => ({ path })), actions: toDo === null ? [...actions] : [] },
    is_agent: await isAgent(db, user.id),
    two_factor: hasTwoFactor,
    recovery_codes: hasTwoFactor ? await countRecoveryCodes(db, user.id) : 0,
    to_do: toDo,
  };
}

/** What an admin has to do first: until then every admin call is refused. Null for nothing. */
function toDoOf({ role_id, must_change_password }: UserRow, isFactorDone: boolean): Identity['to_do'] {
  if (role_id === null) return null;
  if (must_change_password) return 'password';
  return isFactorDone ? null : 'two_factor';
}
