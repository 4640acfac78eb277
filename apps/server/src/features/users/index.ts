/**
 * Owns users: names, e-mail addresses, passwords, status, role and referring agent. Does not own their money (ledger)
 * or their sessions, which end when `credentialsChanged` is announced.
 *
 * Invariant: usernames and e-mail addresses are unique in any spelling, and every user has a ledger account with
 * the user's id.
 */

import type { Events } from '../../platform/context.ts';
import { onAdminChange } from '../approvals/index.ts';
import { acceptInvitation, endInvitation, sendInvitation, readInvitation } from './invitations.ts';
import { applyEmail } from './propose-email.ts';
import { adjustBalance, applyAdjustment, readBalance } from './adjust-balance.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { exportMovements, listMovements, type MovementLookups } from './list-movements.ts';
import {
  exportUsers,
  listUsers,
  readUser,
  addUser,
  updateUser,
  applyUserRole,
  setUserRole,
  setUserStatus,
  setUserStatuses,
} from './users.ts';
import { checkUsername } from './create-user.ts';

export {
  buyersOf,
  codeTriesOf,
  countCodeTries,
  findClosed,
  findLevelId,
  readLanguage,
  readLanguages,
  findUsersByPart,
  findUsersByPrefix,
  findUsersOfAgent,
  foldName,
  hasPrefix,
  findUser,
  findUserByEmail,
  findUserByUsername,
  lockCodeTries,
  lockPassword,
  lockUser,
  MAX_CODE_TRIES,
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
} from './passwords/passwords.ts';
export { createUser, type NewUser, ensureFirstOwner } from './create-user.ts';
export {
  createSignInChallenge,
  requireSignInProof,
  requireSignUpProof,
  type ProofOfWork,
  deleteNetworksBefore,
  isKnownNetwork,
  recordNetwork,
  deleteProofsBefore,
  deleteSignInTriesBefore,
} from './passwords/sign-in-attempts.ts';
export { freezeDebtor, setUserStatus } from './users.ts';
export { getUserDetails, nameUsers, presentUser } from './user-details.sql.ts';
export {
  EMAIL_REPLACED_MAIL,
  EMAIL_WAITS_MAIL,
  findWaitingEmail,
  renderEmailReplaced,
  renderEmailWaits,
  replaceEmail,
  voidWaitingEmail,
} from './propose-email.ts';
export { INVITATION_MAIL, renderInvitation } from './invitations.ts';
export type { MovementLookups } from './list-movements.ts';
export { findAdjustmentDecisions } from './adjust-balance.ts';
export { aboutUser, changeOrPropose } from './change-or-propose.ts';
export { confirmAddress, findUnconfirmed } from './confirmed-emails.sql.ts';
export { writeMail, type MailWords } from './write-mail.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A password, a second factor or the address that receives codes has changed: sessions end, but for a kept one. */
    credentialsChanged: { readonly userId: bigint; readonly keptSessionId?: bigint };
    /** A user was blocked, or closed for good. */
    userBlocked: { readonly userId: bigint };
  }
}

/** Makes what a second person has approved, and an address that has waited its time; ends invitations. */
export function subscribeUsers(events: Events): void {
  events.on('adjustmentApproved', applyAdjustment);
  events.on('emailChangeApproved', applyEmail);
  // Whoever has another way in needs no link that could set a password.
  events.on('credentialsChanged', async ({ db }, { userId }) => void (await endInvitation(db, userId)));
  onAdminChange(events, {
    status: (ctx, terms) => setUserStatus(ctx, BigInt(terms.user_id), terms.status),
    role: applyUserRole,
  });
}

/** Higher features know what is behind a movement, so app.ts passes that in. */
export const usersRoutes = (lookups: MovementLookups) =>
  ({
    checkUsername: (ctx, { query }) => checkUsername(ctx, query.username),
    readBalance,
    listUsers,
    exportUsers,
    readUser: (ctx, { params }) => readUser(ctx, BigInt(params.id)),
    addUser,
    sendInvitation,
    readInvitation,
    acceptInvitation,
    updateUser,
    setUserStatuses,
    setUserStatus: (ctx, { params, body }) => setUserStatus(ctx, BigInt(params.id), body.status),
    setUserRole: (ctx, { params, body }) =>
      setUserRole(ctx, BigInt(params.id), body.role_id === undefined ? null : BigInt(body.role_id)),
    adjustBalance,
    listMovements: (ctx, input) => listMovements(ctx, lookups, input),
    exportMovements: (ctx, input, reply) => exportMovements(ctx, lookups, input, reply),
  }) satisfies Partial<Routes>;
