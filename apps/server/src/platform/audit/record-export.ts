import type { AuditAction } from '@portside/contract';
import type { Ctx } from '../context.ts';
import { inTransaction } from '../context.ts';
import { recordAudit } from './record-audit.ts';

export type ExportNote = {
  readonly action: Extract<AuditAction, `${string}.export`>;
  /** `noun`, or `noun:id` for the table of one entity. */
  readonly subject: string;
  /** The filter of the export. */
  readonly query: Readonly<Record<string, string | boolean | undefined>>;
};

/** Records who exports a table, with which filter, and how many rows as far as known. */
export const recordExport = (
  ctx: Ctx,
  { action, subject, query }: ExportNote,
  rows: number | string,
): Promise<void> => {
  const filter = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return inTransaction(ctx, (step) =>
    recordAudit(step, { action, subject, after: { filter: filter.join(' '), rows } }),
  );
};
