/**
 * Owns users: names, e-mail addresses, passwords, status, role and referring agent. Does not own their money
 * (ledger) or their sessions.
 *
 * Invariant: usernames and e-mail addresses are unique in any spelling, and every user has a ledger account with
 * the user's id.
 */

import type { Events } from '../../platform/context.ts';
import { onAdminChange } from '../approvals/index.ts';
import { addUser } from './create-user.ts';
import { setUserStatus, storeUserStatus } from './set-user-status.ts';
import { applyUserRole, setUserRole } from './set-user-role.ts';
import { updateUser, type SetEmail } from './update-user.ts';
import { adjustBalance, applyAdjustment } from './adjust-balance.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { exportMovements, listMovements, type MovementLookups, readBalance } from './list-movements.ts';
import { exportUsers, listUsers, readUser } from './list-users.ts';
import { checkUsername } from './take-username.ts';

export {
  buyersOf,
  readLanguage,
  readLanguages,
  findUsersByPrefix,
  foldName,
  nameUsers,
  findUser,
  findUserByEmail,
  findUserByUsername,
  lockPassword,
  updateUserAgent,
  type UserRow,
} from './users.sql.ts';
export {
  checkPassword,
  clearSignInAttempts,
  isPasswordOf,
  rehashIfWeaker,
  guessableNames,
  hashNewPassword,
  refuseWeakPassword,
  replacePassword,
  setGivenPassword,
} from './passwords/passwords.ts';
export { createUser, type NewUser, ensureFirstOwner } from './create-user.ts';
export {
  createSignInChallenge,
  requireSignInProof,
  type SignInProof,
  deleteNetworksBefore,
  isKnownNetwork,
  recordNetwork,
  deleteProofsBefore,
  deleteSignInTriesBefore,
} from './passwords/sign-in-attempts.ts';
export { fillLooks } from './take-username.ts';
export { freezeDebtor, storeUserStatus } from './set-user-status.ts';
export { getUserDetails, presentUser } from './user-details.sql.ts';
export { EMAIL_PROPOSAL, replaceEmail, voidWaitingEmail } from './update-user.ts';
export { requireAuthorityOver } from './require-authority-over.ts';
export type { MovementLookups } from './list-movements.ts';
export { findAdjustmentDecisions } from './adjust-balance.ts';
export { aboutUser, changeOrPropose } from './set-user-status.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that receives codes has changed. */
    credentialsChanged: { readonly userId: bigint };
    /** A user was blocked: every call of theirs is refused from now on. */
    userFrozen: { readonly userId: bigint };
  }
}

/** Makes what a second person has approved. */
export function subscribeUsers(events: Events): void {
  events.on('adjustmentApproved', applyAdjustment);
  onAdminChange(events, {
    status: (ctx, terms) => storeUserStatus(ctx, BigInt(terms.user_id), terms.status),
    role: applyUserRole,
  });
}

/** Higher features know what is behind a movement and end sessions, so app.ts passes that in. */
export const usersRoutes = (lookups: MovementLookups, setEmail: SetEmail) =>
  ({
    checkUsername: (ctx, { query }) => checkUsername(ctx, query.username),
    readBalance,
    listUsers,
    exportUsers,
    readUser: (ctx, { params }) => readUser(ctx, BigInt(params.id)),
    addUser,
    updateUser: (ctx, input) => updateUser(ctx, setEmail, input),
    setUserStatus: (ctx, { params, body }) => setUserStatus(ctx, BigInt(params.id), body.status),
    setUserRole: (ctx, { params, body }) =>
      setUserRole(ctx, BigInt(params.id), body.role_id === undefined ? null : BigInt(body.role_id)),
    adjustBalance,
    listMovements: (ctx, input) => listMovements(ctx, lookups, input),
    exportMovements: (ctx, input, reply) => exportMovements(ctx, lookups, input, reply),
  }) satisfies Partial<Routes>;
