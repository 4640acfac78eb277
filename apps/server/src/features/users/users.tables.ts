import type { Language, UserStatus } from '@portside/contract';
import type { Generated } from 'kysely';

export type UsersTable = {
  id: Generated<bigint>;
  username: string;
  /** Folded (`foldName`), so that no two names differ only by case or width of letters. */
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  status: Generated<UserStatus>;
  role_id: bigint | null;
  agent_id: bigint | null;
  language: Language;
  /** Someone else chose the password: it must be changed before the user can act as an admin. */
  must_change_password: Generated<boolean>;
  created_at: Date;
};

type SignInTriesTable = { username_key: string; address: string; tries: number; ends_at: Date };

type SignInNetworksTable = { user_id: bigint; network: string; seen_at: Date };
type UsedProofsTable = { challenge: string; ends_at: Date };
/** What a username looks like: two that share one are confusable. */
type UsernameLooksTable = { look: string; user_id: bigint };

/** An admin set up a person; see `recordTies`. */
type UserTiesTable = { user_id: bigint; by_id: bigint; at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    users: UsersTable;
    sign_in_tries: SignInTriesTable;
    user_ties: UserTiesTable;
    sign_in_networks: SignInNetworksTable;
    used_proofs: UsedProofsTable;
    username_looks: UsernameLooksTable;
  }
}
