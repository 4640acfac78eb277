import type { Approved } from '../approvals/index.ts';
import type { TopUpsTerms, TreasuryChange } from './payment-method-terms.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    treasuryChangeApproved: Approved<TreasuryChange>;
    topUpsOnApproved: Approved<TopUpsTerms>;
  }
}
