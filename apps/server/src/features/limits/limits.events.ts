import type { GuardedLimit } from '@portside/contract';
import type { Approved } from '../approvals/index.ts';

/** Amounts in USDT. */
type LimitRaiseTerms = {
  readonly limit: GuardedLimit;
  readonly former_amount: string;
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaiseApproved: Approved<LimitRaiseTerms>;
  }
}
