import type { ProposalState } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Terms } from './proposal-kinds.ts';

export type ProposalsTable = {
  id: Generated<bigint>;
  /** The event announced to apply it. */
  kind: string;
  /** What it changes; one open proposal of a kind for each. */
  subject: string;
  terms: ColumnType<Terms, string, never>;
  reason: string;
  /** Who benefits and therefore cannot approve it; null for no one. */
  beneficiary_id: Generated<bigint | null>;
  /** The permission needed to propose and approve it. */
  action: string;
  /** How long it can be vetoed after its approval. */
  cools_ms: bigint;
  state: ProposalState;
  proposed_by: bigint | null;
  proposed_at: Date;
  /** From then on it can no longer be approved. */
  expires_at: Date;
  approved_by: bigint | null;
  approved_at: Date | null;
  /** When it is applied. */
  due_at: Date | null;
  /** Null where it expired, was applied by the job, or a party's credentials changed. */
  settled_by: bigint | null;
  settled_at: Date | null;
  /** Why it was vetoed, or why it failed. */
  outcome: Generated<string>;
  idempotency_key: string | null;
  /** See proposal-macs.ts. */
  mac: Generated<Buffer | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    proposals: ProposalsTable;
  }
}
