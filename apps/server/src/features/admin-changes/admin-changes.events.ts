import type { Approved } from '../approvals/index.ts';
import type { AdminChangeTerms } from './admin-change-terms.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adminChangeApproved: Approved<AdminChangeTerms>;
  }
}
