import type { Generated } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

type SessionsTable = {
  id: Generated<bigint>;
  /** SHA-256; the token itself is known to its holder only. */
  token_hash: Buffer;
  user_id: bigint;
  created_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
  /** When a two-factor code was last given; null if the user has no second factor. */
  code_at: Date | null;
  /** Passwords and codes of its user that were wrong. */
  wrong_secrets: Generated<number>;
};

export type MailedCodesTable = {
  id: Generated<bigint>;
  /** To reset a forgotten password, to change the e-mail address, or to confirm one. */
  purpose: 'password' | 'email' | 'confirm';
  /** The folded address that the code goes to. */
  email_key: string;
  /** The new address as the user wrote it; null for no change. */
  email: string | null;
  /** Null for a password reset of an unknown address. */
  user_id: bigint | null;
  /** Null until the mail with the code is rendered. */
  code_hash: string | null;
  tries: Generated<number>;
  /** From where it was asked for. */
  network: Generated<string>;
  /** SHA-256 of what the requester got, for a password reset. */
  request_hash: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    sessions: SessionsTable;
    mailed_codes: MailedCodesTable;
  }
}

/** Whether the session exists and its user is active. */
export async function isSessionOpen(db: Db, id: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** A session expires after `idleMs` without use, and in any case `absoluteMs` after signing in. */
const LIFETIMES = {
  buyer: { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
};

/** No session outlives this. */
export const LONGEST_SESSION_MS = LIFETIMES.buyer.absoluteMs;

/** The precision of `last_seen_at`, so that not every request writes. */
export const LAST_SEEN_PRECISION_MS = MINUTE_MS;

type Times = { readonly created_at: Date; readonly last_seen_at: Date };

/** Admins’ sessions end sooner than buyers’ ones. */
export function isSessionOver(session: Times, { isAdmin }: { isAdmin: boolean }, now: Date): boolean {
  const { idleMs, absoluteMs } = isAdmin ? LIFETIMES.admin : LIFETIMES.buyer;
  const unusedMs = now.getTime() - session.last_seen_at.getTime();
  const ageMs = now.getTime() - session.created_at.getTime();
  return unusedMs >= idleMs || ageMs >= absoluteMs;
}
