import type { Routes } from '../../platform/http/routes.ts';
import { createSignInChallenge } from '../users/index.ts';
import { createRecoveryCodes } from './two-factor/create-recovery-codes.ts';
import { beginTwoFactor } from './two-factor/begin-two-factor.ts';
import { changeEmail } from './email/change-email.ts';
import { readEmailChange, refuseEmailChange } from './email/set-email.ts';
import { changePassword } from './password/change-password.ts';
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts';
import { listOwnSessions, listUserSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { readIdentity } from './read-identity.ts';
import { register } from './register.ts';
import { resetPassword } from './password/reset-password.ts';
import { revokeOwnSession } from './revoke-sessions.ts';
import { sendEmailCode } from './email/send-email-code.ts';
import { sendResetCode } from './password/send-reset-code.ts';
import { stepUp } from './two-factor/step-up.ts';
import { turnOffTwoFactor } from './two-factor/turn-off-two-factor.ts';

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
  listUserSessions: (ctx, { params }) => listUserSessions(ctx, BigInt(params.id)),
} satisfies Partial<Routes>;

const nothing = (): null => null;
