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
};

export type ResetCodesTable = {
  id: Generated<bigint>;
  email_key: string;
  /** Null where nobody has that e-mail address. */
  user_id: bigint | null;
  /** Null until the mail with the code is rendered. */
  code_hash: string | null;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

export type SignInTriesTable = { username_key: string; address: string; tries: number; ends_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    sessions: SessionsTable;
    reset_codes: ResetCodesTable;
    sign_in_tries: SignInTriesTable;
  }
}
