/**
 * Owns sessions: registration, login, tokens and their expiry, changing and resetting passwords, changing e-mail
 * addresses. Does not own the users themselves.
 *
 * Invariant: tokens, mailed codes and passwords can be verified with what is stored, but not recovered from it; only
 * a registration, which has to, reveals whether an e-mail address is known.
 */

import { onAdminChange } from '../approvals/index.ts';
import { revokeSessionsOf, revokeUserSessions } from './list-sessions.ts';
import { removeTwoFactor, resetTwoFactor } from './two-factor/set-up-two-factor.ts';
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { createSignInChallenge } from '../users/index.ts';
import { changePassword, sendResetCode, resetPassword } from './change-password.ts';
import { voidWaitingEmail } from '../users/index.ts';
import {
  applyEmail,
  changeEmail,
  sendEmailCode,
  readEmailChange,
  refuseEmailChange,
} from './email/change-email.ts';
import { listOwnSessions, listUserSessions, revokeOwnSession, logout } from './list-sessions.ts';
import { login, register } from './login.ts';
import { readIdentity } from './open-session.ts';
import {
  createRecoveryCodes,
  beginTwoFactor,
  turnOffTwoFactor,
  confirmTwoFactor,
  stepUp,
} from './two-factor/set-up-two-factor.ts';

export { authenticate } from './authenticate.ts';
export { authenticateBlocked } from './blocked-pass.ts';
export {
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  EMAIL_REPLACED_MAIL,
  EMAIL_WAITS_MAIL,
  setEmail,
} from './email/change-email.ts';
export {
  renderEmailChanged,
  renderEmailCode,
  renderEmailReplaced,
  renderEmailWaits,
} from './email/email-mails.ts';
export { renderResetCode, RESET_MAIL } from './change-password.ts';
export { addOwner, recoverOwner } from './recover-owner.ts';
export { createEndStreamsJob, sweepSessions } from './sessions.jobs.ts';
export { isSessionOpen } from './sessions.sql.ts';
export { sealedTwoFactors } from './two-factor/two-factor.sql.ts';
export { createEnrolment } from './two-factor/accept-code.ts';

/**
 * Makes an admin's change of an e-mail address once its time is over or a second person has approved it, and stops it
 * when its user is blocked, who could not reject it then.
 */
export function subscribeSessions(events: Events): void {
  events.on('emailChangeApproved', applyEmail);
  onAdminChange(events, {
    sessions: (ctx, terms) => revokeSessionsOf(ctx, BigInt(terms.user_id)),
    twoFactor: (ctx, terms) => removeTwoFactor(ctx, BigInt(terms.user_id)),
  });
  events.on('userFrozen', async (ctx, { userId }) => {
    await voidWaitingEmail(ctx, userId, 'the user was blocked', null);
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
  createSignInChallenge: (ctx, { body }) => createSignInChallenge(ctx, body.username),
  logout: (ctx) => logout(ctx).then(nothing),
  readIdentity,
  sendResetCode: (ctx, { body }) => sendResetCode(ctx, body.email),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body).then(nothing),
  changePassword: (ctx, { body }) =>
    changePassword(ctx, { oldPassword: body.old_password, password: body.password }).then(nothing),
  sendEmailCode: (ctx, { body }) => sendEmailCode(ctx, body).then(nothing),
  changeEmail: (ctx, { body }) => changeEmail(ctx, body.code).then(nothing),
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
