import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { User } from './users.ts';
import { Email, line, NewPassword, Nothing, Password, Username } from './values.ts';

export const Permissions = z.object({ menus: z.array(z.object({ path: z.string() })) });

/** Who is signed in, and which admin pages are open to them. */
export const Identity = z.object({ user: User, permissions: Permissions });
export type Identity = z.infer<typeof Identity>;

export const SignIn = z.object({ token: z.string(), user: User, permissions: Permissions });
export type SignIn = z.infer<typeof SignIn>;

export const ResetCode = z.string().check(z.regex(/^\d{6}$/));

export const sessionsEndpoints = endpoints({
  register: {
    access: 'visitor',
    perMinute: 60,
    summary: 'Register and sign in',
    body: z.object({
      username: Username,
      email: Email,
      password: NewPassword,
      agree: z.literal(true),
      invitation_code: z.optional(line(64)),
    }),
    data: SignIn,
  },
  login: {
    access: 'visitor',
    perMinute: 60,
    summary: 'Sign in',
    body: z.object({
      username: line(254, 1),
      password: Password,
      totp_code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
    }),
    data: SignIn,
  },
  logout: { access: 'user', summary: 'End this session', data: Nothing },
  readIdentity: { access: 'user', summary: 'The signed-in user', data: Identity },
  sendResetCode: {
    access: 'visitor',
    perMinute: 20,
    summary: 'Mail a code to reset a forgotten password; the answer is the same for unknown addresses',
    body: z.object({ email: Email }),
    data: Nothing,
  },
  resetPassword: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Set a new password with a mailed code',
    body: z.object({ email: Email, code: ResetCode, password: NewPassword }),
    data: Nothing,
  },
  changePassword: {
    access: 'user',
    summary: 'Change the own password; every session of the user ends',
    body: z.object({ old_password: Password, password: NewPassword }),
    data: Nothing,
  },
});
