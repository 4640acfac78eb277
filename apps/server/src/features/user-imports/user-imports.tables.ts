import type { UserLineProblem } from '@portside/contract';
import type { Generated } from 'kysely';

export type UserImportsTable = {
  id: Generated<bigint>;
  file_name: string;
  /** In hex, of the text: the same file is the same import. */
  sha256: string;
  /** How many lines may become users, and the sum of their balances. */
  users: number;
  total_micro: bigint;
  lines: number;
  created_by: bigint;
  created_at: Date;
  proposal_id: bigint | null;
  /** Null until a second person has approved it. */
  started_at: Date | null;
  finished_at: Date | null;
};

export type UserImportLinesTable = {
  import_id: bigint;
  /** Of the file, from 1. */
  line: number;
  /** As in the file; emptied by `sweepUserImports`. */
  username: string;
  email: string;
  balance_micro: bigint;
  registered_at: Date | null;
  /** As in the file; null for none. */
  agent: string | null;
  agent_id: bigint | null;
  /** Null while it waits. */
  outcome: 'created' | UserLineProblem | null;
  user_id: bigint | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    user_imports: UserImportsTable;
    user_import_lines: UserImportLinesTable;
  }
}
