import type { SetupStep } from '@portside/contract';

type SetupSkipsTable = { step: SetupStep; user_id: bigint | null; skipped_at: Date };

/** One row, once every step was done or skipped. */
type SetupCompletionsTable = { id: 1; completed_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    setup_skips: SetupSkipsTable;
    setup_completions: SetupCompletionsTable;
  }
}
