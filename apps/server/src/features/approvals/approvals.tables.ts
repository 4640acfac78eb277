import type { ProposalState } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Terms } from './approvals.events.ts';

export type ProposalsTable = {
  id: Generated<bigint>;
  /** The event that carries it out. */
  kind: string;
  /** What it changes; one open proposal of a kind for each. */
  subject: string;
  terms: ColumnType<Terms, string, never>;
  reason: string;
  /** Who gains by it and therefore cannot approve it; null where nobody does. */
  beneficiary_id: Generated<bigint | null>;
  /** Who may propose and approve it. */
  action: string;
  /** How long it can be vetoed after its approval. */
  cools_ms: bigint;
  state: ProposalState;
  proposed_by: bigint | null;
  proposed_at: Date;
  /** When it is too late to approve it. */
  expires_at: Date;
  approved_by: bigint | null;
  approved_at: Date | null;
  /** When it is carried out. */
  due_at: Date | null;
  /** Null where time, or a change of somebody's credentials, has settled it. */
  settled_by: bigint | null;
  settled_at: Date | null;
  /** Why it was vetoed, or why it failed. */
  outcome: Generated<string>;
  idempotency_key: string | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    proposals: ProposalsTable;
  }
}
