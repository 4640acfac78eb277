import type { Identity } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { isAgent } from '../agents/index.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { readPermissions } from '../roles/index.ts';
import { isSupplier } from '../suppliers/index.ts';
import { findUser, presentUser, type UserRow } from '../users/index.ts';
import { countRecoveryCodes, isTwoFactorOn } from './two-factor/two-factor.sql.ts';

/** The signed-in user with balance, permissions and admin pages. */
export async function readIdentity(ctx: Ctx): Promise<Identity> {
  const { userId } = requireUser(ctx.actor);
  return identityOf(ctx, (await findUser(ctx.db, userId)) ?? refuse('notSignedIn'));
}

/** The same of a user who is just signing in. An admin with something left to do has no permissions yet. */
export async function identityOf({ db, isSandbox }: Ctx, user: UserRow): Promise<Identity> {
  const balanceMicro = await readAvailableMicro(db, user.id);
  const { menus, actions } = await readPermissions(db, user.role_id);
  const hasTwoFactor = await isTwoFactorOn(db, user.id);
  const toDo = toDoOf(user, hasTwoFactor || isSandbox);
  return {
    user: presentUser(user, balanceMicro),
    permissions: { menus: menus.map((path) => ({ path })), actions: toDo === null ? [...actions] : [] },
    is_agent: await isAgent(db, user.id),
    is_supplier: await isSupplier(db, user.id),
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
