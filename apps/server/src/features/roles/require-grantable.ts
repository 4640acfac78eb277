import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { permissionsOfRole } from './permissions.ts';
import { findRoleOfUser } from './roles.sql.ts';

type Held = {
  readonly menus: readonly string[];
  readonly actions: readonly string[];
  readonly is_owner: boolean;
};

/** Nobody gives, takes or edits what he does not have himself. */
export async function requireGrantable({ db, actor }: Ctx, held: Held): Promise<void> {
  if (actor.kind === 'system') return;
  if (actor.kind !== 'user') return refuse('notSignedIn');
  const own = permissionsOfRole((await findRoleOfUser(db, actor.userId)) ?? null);
  const asked = permissionsOfRole(held);
  const isWithin =
    asked.actions.isSubsetOf(actor.actions) && asked.menus.every((menu) => own.menus.includes(menu));
  if (!isWithin) refuse('noPermission', 'more than the own role holds');
}
