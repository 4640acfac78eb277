import type { Routes } from '../../platform/http/routes.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { readIdentity } from './read-identity.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { sendResetCode } from './send-reset-code.ts';

export const sessionsRoutes = {
  register: (ctx, { body, ...edge }) =>
    register(ctx, { ...body, invitationCode: body.invitation_code }, edge),
  login: (ctx, { body, ...edge }) => login(ctx, body, edge),
  logout: (ctx) => logout(ctx).then(nothing),
  readIdentity,
  sendResetCode: (ctx, { body }) => sendResetCode(ctx, body.email).then(nothing),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body).then(nothing),
  changePassword: (ctx, { body, address }) =>
    changePassword(ctx, { oldPassword: body.old_password, password: body.password, address }).then(nothing),
} satisfies Partial<Routes>;

const nothing = (): null => null;
