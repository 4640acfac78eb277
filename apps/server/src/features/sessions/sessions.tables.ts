import type { Generated } from 'kysely';

export type SessionsTable = {
  id: Generated<bigint>;
  /** SHA-256; the token itself is known to its holder only. */
  token_hash: Buffer;
  user_id: bigint;
  created_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
  /** When it last proved itself by a two-factor code; null where its user has no second factor. */
  code_at: Date | null;
};

export type MailedCodesTable = {
  id: Generated<bigint>;
  /** To reset a forgotten password, or to move to another e-mail address. */
  purpose: 'password' | 'email';
  /** Of the address that the code goes to. */
  email_key: string;
  /** The address to move to, as it was written; null where a password was forgotten. */
  email: string | null;
  /** Null where a password was forgotten and nobody has that address. */
  user_id: bigint | null;
  /** Null until the mail with the code is rendered. */
  code_hash: string | null;
  tries: Generated<number>;
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
