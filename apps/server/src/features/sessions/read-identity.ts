import type { Identity } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { readPermissions } from '../roles/index.ts';
import { findUser, presentUser, type UserRow } from '../users/index.ts';

/** Who is signed in, with what is in his purse and which admin pages are open to him. */
export async function readIdentity({ db, actor }: Ctx): Promise<Identity> {
  const { userId } = requireUser(actor);
  return identityOf(db, (await findUser(db, userId)) ?? refuse('notSignedIn'));
}

export async function identityOf(db: Db, user: UserRow): Promise<Identity> {
  const balanceMicro = await readAvailableMicro(db, user.id);
  const { menus } = await readPermissions(db, user.role_id);
  return { user: presentUser(user, balanceMicro), permissions: { menus: menus.map((path) => ({ path })) } };
}
