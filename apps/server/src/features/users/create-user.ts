import type { Language } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { openUserAccounts } from '../ledger/index.ts';
import { foldName } from './fold-name.ts';
import { takeUsername } from './usernames/take-username.ts';
import { insertUser, type UserRow } from './users.sql.ts';

export type NewUser = {
  readonly username: string;
  readonly email: string;
  /** From `hashNewPassword`. */
  readonly passwordHash: string;
  /** Null for a buyer. */
  readonly roleId: bigint | null;
  /** The agent who referred the user; null for none. */
  readonly agentId: bigint | null;
  readonly language: Language;
  /** Someone else has chosen the password. */
  readonly mustChangePassword?: boolean;
  /** When they registered; now where absent. */
  readonly createdAt?: Date;
};

/**
 * Creates an active user with an empty balance. Refuses a username or e-mail address that is taken (userExists), and a
 * username that looks like another (nameConfusable).
 */
export async function createUser(ctx: Ctx, user: NewUser): Promise<UserRow> {
  return inTransaction(ctx, async ({ db, clock }) => {
    const row = await insertUser(db, {
      username: user.username,
      username_key: foldName(user.username),
      email: user.email,
      email_key: foldName(user.email),
      password_hash: user.passwordHash,
      role_id: user.roleId,
      agent_id: user.agentId,
      language: user.language,
      must_change_password: user.mustChangePassword ?? false,
      created_at: user.createdAt ?? clock.now(),
    }).catch(refuseTaken);
    await takeUsername(db, row.id, user.username);
    await openUserAccounts(db, row.id);
    return row;
  });
}

/** Turns a violated unique constraint into a refusal (userExists); rethrows any other error. */
export function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_username_taken' || constraint === 'users_email_taken')
    refuse('userExists', constraint);
  throw error;
}
