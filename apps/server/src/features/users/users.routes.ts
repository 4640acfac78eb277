import type { Routes } from '../../platform/http/routes.ts';
import { checkUsername } from './usernames/check-username.ts';
import { exportMovements } from './export-movements.ts';
import { exportUsers } from './export-users.ts';
import { listMovements, type MovementLookups } from './list-movements.ts';
import { readBalance } from './read-balance.ts';
import { listUsers, readUser } from './read-users.ts';

/** Higher features know what is behind a movement, so app.ts passes the lookups in. */
export const usersRoutes = (lookups: MovementLookups) =>
  ({
    checkUsername: (ctx, { query }) => checkUsername(ctx, query.username),
    readBalance,
    listUsers,
    exportUsers,
    readUser: (ctx, { params }) => readUser(ctx, BigInt(params.id)),
    listMovements: (ctx, input) => listMovements(ctx, lookups, input),
    exportMovements: (ctx, input, reply) => exportMovements(ctx, lookups, input, reply),
  }) satisfies Partial<Routes>;
