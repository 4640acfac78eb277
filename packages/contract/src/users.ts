import * as z from 'zod/mini';
import { Decision, Proposable, Proposal, Reason } from './approvals.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import {
  Email,
  Id,
  LANGUAGES,
  line,
  NamePrefix,
  NewPassword,
  Nothing,
  page,
  pageQuery,
  PositiveAmount,
  sortQuery,
  Time,
  Username,
  period,
} from './wire/values.ts';

export const UserStatus = z.enum(['active', 'frozen', 'closed']);
export type UserStatus = z.infer<typeof UserStatus>;

/** A user as they see themselves. `balance` has two decimals, rounded down. */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  balance: z.string(),
  isAdmin: z.boolean(),
  status: UserStatus,
  created_at: Time,
});
export type User = z.infer<typeof User>;

/** An address set by an admin; it receives no codes or deliveries before it takes effect. */
export const EmailChange = z.object({ email: z.string(), takes_effect_at: Time });
export type EmailChange = z.infer<typeof EmailChange>;

/** A user as an admin sees them; `email` is the address in force. */
export const UserDetails = z.extend(User, {
  /** With all its decimals. */
  exact_balance: z.string(),
  role: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The agent who referred the user. */
  agent: z.nullable(z.object({ id: Id, username: z.string() })),
  language: z.enum(LANGUAGES),
  two_factor: z.boolean(),
  /** Until when the link works with which an invited user chooses a password; null for everybody else. */
  invited_until: z.nullable(Time),
  /** The address waiting to take effect; its proposal has the subject `user:<id>`. */
  email_change: z.nullable(EmailChange),
});
export type UserDetails = z.infer<typeof UserDetails>;

/** A movement of a user's balance; `amount` is negative for money out. */
export const BalanceMovement = z.object({
  id: Id,
  kind: z.string(),
  /** The id of the order, deposit or proposal behind it, depending on `kind`. */
  reference: Id,
  amount: z.string(),
  created_at: Time,
});
export type BalanceMovement = z.infer<typeof BalanceMovement>;

/** A movement as an admin sees it. */
export const MovementDetails = z.extend(BalanceMovement, {
  /** The order that was paid or refunded. */
  order_no: z.nullable(z.string()),
  /** Null for an automatic movement. */
  decision: z.nullable(Decision),
});
export type MovementDetails = z.infer<typeof MovementDetails>;

/** `proposal` if the role needs a second person; null if it was assigned or did not change. */
const InvitationToken = line(64, 1);

const ChangedUser = z.extend(UserDetails, { proposal: z.nullable(Proposal) });

const UserId = z.object({ id: Id });

const userFilter = {
  /** A prefix of a username or an e-mail address. */
  q: z.optional(NamePrefix),
  username: z.optional(NamePrefix),
  status: z.optional(UserStatus),
  /** 0: those without one. */
  role_id: z.optional(Id),
  agent_id: z.optional(Id),
  level_id: z.optional(Id),
  ...period,
};

export const usersEndpoints = endpoints({
  checkUsername: {
    access: 'visitor',
    perMinute: 120,
    summary: 'Check whether a username is available',
    query: z.object({ username: line(64, 1) }),
    data: z.object({ available: z.boolean() }),
  },
  readBalance: {
    access: 'user',
    summary: "The caller's own balance; only admins can query another username",
    query: z.object({ username: z.optional(NamePrefix) }),
    data: z.object({ balance: z.string() }),
  },
  listUsers: {
    summary: 'Users, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listUsers'), ...userFilter }),
    data: page(UserDetails),
  },
  exportUsers: {
    freshCode: true,
    summary: 'Filtered users as a CSV or XLSX file, newest first',
    query: z.object({ ...userFilter, ...tableFormat }),
    ...tableFile,
  },
  readUser: { summary: 'One user', params: UserId, data: UserDetails },
  addUser: {
    freshCode: true,
    summary:
      'Create a user; with a role, an admin. Without a password they are invited by e-mail to choose one; with one, an admin must change it at first sign-in',
    body: z.object({
      username: Username,
      email: Email,
      password: z.optional(NewPassword),
      language: z._default(z.enum(LANGUAGES), 'en'),
      role_id: z.optional(Id),
    }),
    data: ChangedUser,
  },
  sendInvitation: {
    freshCode: true,
    summary: 'Send a new link to a user who has not accepted the invitation yet; the earlier one ends',
    params: UserId,
    data: UserDetails,
  },
  readInvitation: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Who is invited by a link (its fragment is the token)',
    body: z.object({ token: InvitationToken }),
    data: z.object({ username: z.string(), email: z.string() }),
  },
  acceptInvitation: {
    access: 'visitor',
    perMinute: 30,
    summary: 'Choose the first password with the link of an invitation, at least 12 characters',
    body: z.object({ token: InvitationToken, password: NewPassword }),
    data: Nothing,
  },
  updateUser: {
    freshCode: true,
    summary:
      'Update name, e-mail address and language. Another address becomes a proposal (`email_change`): it takes effect ' +
      'after a day unless the user or an admin who may change users rejects it, or once a second person approves it. ' +
      'It ends when the user is blocked or renamed meanwhile.',
    params: UserId,
    body: z.object({ username: Username, email: Email, language: z._default(z.enum(LANGUAGES), 'en') }),
    data: UserDetails,
  },
  setUserStatus: {
    freshCode: true,
    summary:
      'Block or unblock a user, or close a profile without balance permanently; for an admin of equal rights it becomes a proposal',
    params: UserId,
    body: z.object({ status: UserStatus }),
    data: Proposable,
  },
  setUserStatuses: {
    freshCode: true,
    summary:
      'Block or unblock several users: all of them, or none. For admins of equal rights it becomes a proposal each',
    body: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(500)),
      status: z.enum(['active', 'frozen']),
    }),
    data: z.object({ changed: z.int(), proposed: z.int() }),
  },
  setUserRole: {
    freshCode: true,
    summary:
      "Assign a role that grants only what the caller has; without one, remove the user's role. For an admin of equal rights, or a role that can approve once there are two owners, it becomes a proposal",
    params: UserId,
    body: z.object({ role_id: z.optional(Id) }),
    data: ChangedUser,
  },
  adjustBalance: {
    freshCode: true,
    summary: "Propose to credit or debit a user's balance by hand; a second person approves",
    idempotent: true,
    params: UserId,
    body: z.object({ direction: z.enum(['credit', 'debit']), amount: PositiveAmount, reason: Reason }),
    data: Proposal,
  },
  listMovements: {
    summary: "A user's balance ledger, newest first",
    params: UserId,
    query: z.object(pageQuery),
    data: page(MovementDetails),
  },
  exportMovements: {
    freshCode: true,
    summary: "A user's balance ledger as a CSV or XLSX file, newest first",
    params: UserId,
    query: z.object(tableFormat),
    ...tableFile,
  },
});
