import type { Routes } from '../../platform/http/routes.ts';
import { addUser } from './add-user.ts';
import { resetTwoFactor, revokeUserSessions, setUserStatus } from './change-admin.ts';
import { setUserRole } from './set-user-role.ts';
import { updateRole } from './update-role.ts';
import { updateUser } from './update-user.ts';

export const adminChangesRoutes = {
  addUser,
  setUserRole: (ctx, { params, body }) =>
    setUserRole(ctx, BigInt(params.id), body.role_id === undefined ? null : BigInt(body.role_id)),
  setUserStatus: (ctx, { params, body }) => setUserStatus(ctx, BigInt(params.id), body.status),
  revokeUserSessions: (ctx, { params }) => revokeUserSessions(ctx, BigInt(params.id)),
  resetTwoFactor: (ctx, { params }) => resetTwoFactor(ctx, BigInt(params.id)),
  updateUser,
  updateRole: (ctx, { params, body }) => updateRole(ctx, BigInt(params.id), body),
} satisfies Partial<Routes>;
