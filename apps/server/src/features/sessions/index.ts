/**
 * Owns sessions: registration, login, tokens and their expiry, second factors, and how users change their own password
 * and e-mail address. Does not own the users themselves.
 *
 * Invariant: tokens, mailed codes and passwords can be verified with what is stored, but not recovered from it; only
 * a registration reveals whether an e-mail address is known, because it must.
 */

import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { onAdminChange } from '../approvals/index.ts';
import { createSignInChallenge } from '../users/index.ts';
import {
  changeEmail,
  readEmailChange,
  refuseEmailChange,
  sendEmailCode,
  confirmEmail,
  sendConfirmCode,
} from './change-email.ts';
import { resetPassword, sendResetCode, changePassword } from './reset-password.ts';
import {
  endSessions,
  listOwnSessions,
  listUserSessions,
  logout,
  revokeOwnSession,
  revokeUserSessions,
} from './sessions.ts';
import { login } from './login.ts';
import { register } from './register.ts';
import { readIdentity } from './read-identity.ts';
import {
  createRecoveryCodes,
  beginTwoFactor,
  turnOffTwoFactor,
  confirmTwoFactor,
  resetTwoFactor,
  stepUp,
} from './two-factor/two-factor.ts';

export { authenticate, notReadyOf, authenticateBlocked } from './authenticate.ts';
export { requireOwnPassword } from './guard-secret.ts';
export {
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  renderEmailChanged,
  renderEmailCode,
  CONFIRM_CODE_MAIL,
  renderConfirmCode,
} from './change-email.ts';
export { renderResetCode, RESET_MAIL } from './reset-password.ts';
export { addOwner, recoverOwner } from './recover-owner.ts';
export { isSessionOpen } from './sessions.sql.ts';
export { findSharedAddress, createEndStreamsJob, sweepSessions } from './sessions.ts';
export { sealedTwoFactors } from './two-factor/two-factor.sql.ts';
export { createEnrolment } from './two-factor/two-factor.ts';

/** Ends sessions when their user's credentials change, and makes what a second person has approved. */
export function subscribeSessions(events: Events): void {
  events.on('credentialsChanged', endSessions);
  onAdminChange(events, {
    sessions: (ctx, terms) => revokeUserSessions(ctx, BigInt(terms.user_id)),
    twoFactor: (ctx, terms) => resetTwoFactor(ctx, BigInt(terms.user_id)),
  });
}

export const sessionsRoutes = {
  register: (ctx, { body, ...edge }) =>
    register(ctx, { ...body, invitationCode: body.invitation_code }, edge),
  login: (ctx, { body, ...edge }) =>
    login(
      ctx,
      { username: body.username, password: body.password, code: body.totp_code, proof: body.proof },
      edge,
    ),
  createSignInChallenge: (ctx, { body }) => createSignInChallenge(ctx, body.username, body.effort),
  logout: (ctx) => logout(ctx).then(nothing),
  readIdentity,
  sendResetCode: (ctx, { body }) => sendResetCode(ctx, body.email),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body).then(nothing),
  changePassword: (ctx, { body }) =>
    changePassword(ctx, { oldPassword: body.old_password, password: body.password }).then(nothing),
  sendEmailCode: (ctx, { body }) => sendEmailCode(ctx, body).then(nothing),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body.code).then(nothing),
  sendConfirmCode: (ctx, { body }) => sendConfirmCode(ctx, body.email).then(nothing),
  confirmEmail: (ctx, { body }) => confirmEmail(ctx, body.code).then(nothing),
  readEmailChange,
  refuseEmailChange: (ctx) => refuseEmailChange(ctx).then(nothing),
  beginTwoFactor: (ctx, { body }) => beginTwoFactor(ctx, body.password),
  confirmTwoFactor: (ctx, { body }) => confirmTwoFactor(ctx, body.totp_code),
  createRecoveryCodes,
  turnOffTwoFactor: (ctx, { body }) =>
    turnOffTwoFactor(ctx, { password: body.password, code: body.totp_code }).then(nothing),
  stepUp: (ctx, { body }) => stepUp(ctx, body.totp_code).then(nothing),
  listOwnSessions,
  revokeOwnSession: (ctx, { params }) => revokeOwnSession(ctx, BigInt(params.id)).then(nothing),
  revokeUserSessions: (ctx, { params }) => revokeUserSessions(ctx, BigInt(params.id)),
  resetTwoFactor: (ctx, { params }) => resetTwoFactor(ctx, BigInt(params.id)),
  listUserSessions: (ctx, { params }) => listUserSessions(ctx, BigInt(params.id)),
} satisfies Partial<Routes>;

const nothing = (): null => null;
