import type { Approved } from '../approvals/index.ts';

/** `total` is a decimal in USDT; `sha256` is the file's. */
type UserImportTerms = {
  readonly import: string;
  readonly file: string;
  readonly users: number;
  readonly skipped: number;
  readonly total: string;
  readonly sha256: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    userImportApproved: Approved<UserImportTerms>;
  }
}
