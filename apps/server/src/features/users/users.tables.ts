import type { Language, UserStatus } from '@portside/contract';
import type { Generated } from 'kysely';

export type UsersTable = {
  id: Generated<bigint>;
  username: string;
  /** Folded, so that no two users differ by case or by the width of a letter only. */
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  status: Generated<UserStatus>;
  role_id: bigint | null;
  agent_id: bigint | null;
  language: Language;
  /** Set by somebody else: it must be changed before the user may act as an admin. */
  must_change_password: Generated<boolean>;
  created_at: Date;
};

export type SignInTriesTable = { username_key: string; address: string; tries: number; ends_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    users: UsersTable;
    sign_in_tries: SignInTriesTable;
  }
}
