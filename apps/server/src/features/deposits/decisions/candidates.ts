import type { CandidateReason } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import type { DepositRow } from '../deposits.sql.ts';

/** A buyer to whom an unmatched deposit may belong, and the reason to suggest them. */
export type CreditCandidate = {
  readonly userId: bigint;
  readonly username: string;
  readonly reason: CandidateReason;
  /** When the buyer signed for the transaction, created the top-up or, by `namedHash`, named the transaction. */
  readonly at: Date;
  /** The top-up that would be closed, with what it still waited for; null by `signedClaim`. */
  readonly orderId: string | null;
  readonly wantedMicro: bigint | null;
  /** Whether no other user had a top-up of about the amount, whatever became of it since. */
  readonly isOnlyOne: boolean;
};

/** Candidates of a deposit, best first; supplied by a higher feature, which knows top-ups. */
export type FindCandidates = (ctx: Ctx, deposit: DepositRow) => Promise<readonly CreditCandidate[]>;
