import type { Routes } from '../../platform/http/routes.ts';
import { checkUsername } from './check-username.ts';
import { readBalance } from './read-balance.ts';
import { setUserStatus } from './set-user-status.ts';

export const usersRoutes = {
  checkUsername: (ctx, { query }) => checkUsername(ctx, query.username),
  readBalance,
  setUserStatus: async (ctx, { params, body }) => {
    await setUserStatus(ctx, BigInt(params.id), body.status);
    return null;
  },
} satisfies Partial<Routes>;
