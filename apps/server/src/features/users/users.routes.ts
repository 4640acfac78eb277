import type { Routes } from '../../platform/http/routes.ts';
import { addUser } from './add-user.ts';
import { checkUsername } from './check-username.ts';
import { exportMovements } from './export-movements.ts';
import { exportUsers } from './export-users.ts';
import { grantRole } from './grant-role.ts';
import { listMovements } from './list-movements.ts';
import { readBalance } from './read-balance.ts';
import { listUsers, readUser } from './read-users.ts';
import { setUserStatus } from './set-user-status.ts';
import { updateUser } from './update-user.ts';

export const usersRoutes = {
  checkUsername: (ctx, { query }) => checkUsername(ctx, query.username),
  readBalance,
  listUsers,
  exportUsers,
  readUser: (ctx, { params }) => readUser(ctx, BigInt(params.id)),
  addUser,
  updateUser,
  setUserStatus: async (ctx, { params, body }) => {
    await setUserStatus(ctx, BigInt(params.id), body.status);
    return null;
  },
  setUserRole: (ctx, { params, body }) =>
    grantRole(ctx, BigInt(params.id), body.role_id === undefined ? null : BigInt(body.role_id)),
  listMovements,
  exportMovements,
} satisfies Partial<Routes>;
