import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Proposable } from './approvals.ts';
import { EmailChange, User } from './users.ts';
import { plainText } from './wire/plain-text.ts';
import { readOneTimeCode, readRecoveryCode } from './wire/pasted.ts';
import {
  Email,
  Id,
  line,
  NewPassword,
  Nothing,
  page,
  Password,
  pasted,
  PromotionCode,
  Time,
  Username,
} from './wire/values.ts';

/** `actions` lets pages hide what would be refused; empty while the admin must first do something (`to_do`). */
export const Permissions = z.object({
  menus: z.array(z.object({ path: z.string() })),
  actions: z.array(z.string()),
});

/** The signed-in user and their permissions. */
export const Identity = z.object({
  user: User,
  permissions: Permissions,
  /** Whether the user has an agent page. */
  is_agent: z.boolean(),
  /** Whether the user signs in for a supplier. */
  is_supplier: z.boolean(),
  /** Whether signing in needs a code of an authenticator app. */
  two_factor: z.boolean(),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
  /** What an admin must do before any admin call is answered. */
  to_do: z.nullable(z.enum(['password', 'two_factor'])),
});
export type Identity = z.infer<typeof Identity>;

export const SignIn = z.extend(Identity, { token: z.string() });
export type SignIn = z.infer<typeof SignIn>;

/** A code of six digits from an e-mail, as people paste it. */
const MailedCode = pasted(readOneTimeCode).check(z.regex(/^\d{6}$/));

const TotpCode = pasted(readOneTimeCode).check(z.regex(/^\d{6}$/));

/** A code of the authenticator app, or one of the recovery codes, in any spelling. */
const SecondFactorCode = pasted((text) => readOneTimeCode(text) ?? readRecoveryCode(text)).check(
  z.regex(/^(\d{6}|[A-Z2-7]{5}-[A-Z2-7]{5})$/),
);

/** Each stands in for one code of the app; shown once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** An active session. */
export const OpenSession = z.object({
  id: Id,
  created_at: Time,
  last_seen_at: Time,
  address: z.string(),
  user_agent: z.string(),
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

const UserId = z.object({ id: Id });

const ProofOfWork = z.object({ challenge: line(200, 1), nonce: line(64, 1) });

/**
 * Within a session, all wrong passwords and codes count together (`changePassword`, `sendEmailCode`, the second
 * factor, `stepUp`): the tenth is answered with notSignedIn and ends the session.
 */
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
      invitation_code: z.optional(PromotionCode),
      /** Required (proofNeeded) while very many sign up. */
      proof: z.optional(ProofOfWork),
    }),
    data: SignIn,
  },
  login: {
    access: 'visitor',
    perMinute: 60,
    summary: 'Sign in',
    body: z.object({
      username: pasted(plainText).check(z.minLength(1), z.maxLength(254)),
      password: Password,
      totp_code: z.optional(SecondFactorCode),
      /** Required (proofNeeded) while the user's password is being guessed from many networks. */
      proof: z.optional(ProofOfWork),
    }),
    data: SignIn,
  },
  createSignInChallenge: {
    access: 'visitor',
    perMinute: 60,
    summary:
      'A challenge for a sign-in or sign-up that needs a proof of work: find a nonce with which the SHA-256 of "challenge:nonce" begins with that many zero bits, or more if more are due when it is used',
    body: z.object({
      username: pasted(plainText).check(z.minLength(1), z.maxLength(254)),
      effort: z._default(z.enum(['sign-in', 'sign-up']), 'sign-in'),
    }),
    data: z.object({ challenge: z.string(), bits: z.int() }),
  },
  logout: { access: 'user', clearsSiteData: true, summary: 'End this session', data: Nothing },
  readIdentity: { access: 'user', summary: 'The signed-in user', data: Identity },
  sendResetCode: {
    access: 'visitor',
    perMinute: 20,
    summary: 'E-mail a code to reset a forgotten password; the answer is the same for unknown addresses',
    body: z.object({ email: Email }),
    /** Sent back with the code: only whoever requested it can use it, or use up its attempts. */
    data: z.object({ request: z.string() }),
  },
  resetPassword: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Set a new password with a code sent by e-mail',
    body: z.object({
      email: Email,
      code: MailedCode,
      password: NewPassword,
      /** From `sendResetCode`; without it, the newest code requested from the same network counts. */
      request: z.optional(line(64, 1)),
    }),
    data: Nothing,
  },
  changePassword: {
    access: 'user',
    summary: "Change one's own password; all sessions of the user end",
    body: z.object({ old_password: Password, password: NewPassword }),
    data: Nothing,
  },
  sendEmailCode: {
    access: 'user',
    freshCode: true,
    perMinute: 20,
    summary:
      "E-mail a code to the caller's new address; the answer is the same if the address is already in use",
    body: z.object({ email: Email, password: Password }),
    data: Nothing,
  },
  changeEmail: {
    access: 'user',
    perMinute: 30,
    summary: 'Change to the address that the newest code was sent to; other sessions end',
    body: z.object({ code: MailedCode }),
    data: Nothing,
  },
  sendConfirmCode: {
    access: 'user',
    perMinute: 20,
    summary: 'E-mail a code to an address that the caller wants accounts to be sent to',
    body: z.object({ email: Email }),
    data: Nothing,
  },
  confirmEmail: {
    access: 'user',
    perMinute: 30,
    summary: 'Confirm the address that the newest code was sent to; deliveries that waited for it are sent',
    body: z.object({ code: MailedCode }),
    data: Nothing,
  },
  readEmailChange: {
    access: 'user',
    summary: 'The address that an admin has set for the caller and that waits to take effect; null for none',
    data: z.nullable(EmailChange),
  },
  refuseEmailChange: {
    access: 'user',
    summary: 'Reject the address that an admin has set and that waits to take effect',
    data: Nothing,
  },
  beginTwoFactor: {
    access: 'user',
    perMinute: 30,
    summary:
      'Create a secret for an authenticator app; two-factor sign-in starts once a first code has confirmed it',
    body: z.object({ password: Password }),
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmTwoFactor: {
    access: 'user',
    perMinute: 30,
    summary:
      'Turn two-factor sign-in on; other sessions end. Answers with the recovery codes, which are not shown again',
    body: z.object({ totp_code: TotpCode }),
    data: RecoveryCodes,
  },
  createRecoveryCodes: {
    access: 'user',
    freshCode: true,
    perMinute: 30,
    summary: 'New recovery codes in place of the old ones; they are not shown again',
    data: RecoveryCodes,
  },
  turnOffTwoFactor: {
    access: 'user',
    perMinute: 30,
    summary: 'Turn two-factor sign-in off; other sessions end',
    body: z.object({ password: Password, totp_code: SecondFactorCode }),
    data: Nothing,
  },
  stepUp: {
    access: 'user',
    perMinute: 30,
    summary: 'Confirm with a fresh code; it is valid for five minutes for every call that needs one',
    body: z.object({ totp_code: SecondFactorCode }),
    data: Nothing,
  },
  listOwnSessions: {
    access: 'user',
    summary: "The caller's active sessions, newest first",
    data: page(OpenSession),
  },
  revokeOwnSession: { access: 'user', summary: 'End one own session', params: UserId, data: Nothing },
  listUserSessions: {
    summary: "A user's active sessions, newest first",
    params: UserId,
    data: page(OpenSession),
  },
  revokeUserSessions: {
    freshCode: true,
    summary: 'Sign a user out everywhere; for an admin of equal rights it becomes a proposal',
    params: UserId,
    data: Proposable,
  },
  resetTwoFactor: {
    freshCode: true,
    summary:
      "Remove a user's lost second factor; all sessions of the user end. For an admin of equal rights it becomes a proposal",
    params: UserId,
    data: Proposable,
  },
});
