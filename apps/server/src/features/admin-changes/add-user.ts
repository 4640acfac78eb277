import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { addUserWithoutRole } from '../users/index.ts';
import { setUserRole } from './set-user-role.ts';

/**
 * Creates a user, as an admin; giving a role needs the permission to grant it, and may wait for a second person
 * (`setUserRole`): until then the user has none. Refuses a username or e-mail address that is taken (userExists).
 */
export const addUser = (ctx: Ctx, input: Input<'addUser'>): Promise<Data<'addUser'>> =>
  inTransaction(ctx, async (step) => {
    const user = await addUserWithoutRole(step, input);
    const { role_id: roleId } = input.body;
    return roleId === undefined
      ? { ...user, proposal: null }
      : setUserRole(step, BigInt(user.id), BigInt(roleId));
  });
