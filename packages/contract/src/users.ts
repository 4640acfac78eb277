import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Id, line, Nothing, Time } from './values.ts';

export const UserStatus = z.enum(['active', 'frozen', 'closed']);
export type UserStatus = z.infer<typeof UserStatus>;

/** What a user sees of himself. Balance has two decimals, rounded down. */
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

export const usersEndpoints = endpoints({
  checkUsername: {
    access: 'visitor',
    perMinute: 120,
    summary: 'Tell whether a username is free',
    query: z.object({ username: line(64, 1) }),
    data: z.object({ available: z.boolean() }),
  },
  readBalance: {
    access: 'user',
    summary: "The caller's own balance; a username in the query is ignored",
    query: z.object({ username: z.optional(z.string()) }),
    data: z.object({ balance: z.string() }),
  },
  setUserStatus: {
    access: { action: 'user.status' },
    summary: 'Freeze a user or lift the freeze',
    params: z.object({ id: Id }),
    body: z.object({ status: z.enum(['active', 'frozen']) }),
    data: Nothing,
  },
});
