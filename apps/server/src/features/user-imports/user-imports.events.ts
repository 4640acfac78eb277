import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { startUserImport } from './user-imports.sql.ts';

/** `total` is a decimal in USDT; `sha256` is the file's. */
export type UserImportTerms = {
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

/** Starts imports that a second person has approved; the job makes the users. */
export function subscribeUserImports(events: Events): void {
  events.on('userImportApproved', ({ db, clock }, { terms }) =>
    startUserImport(db, BigInt(terms.import), clock.now()),
  );
}
