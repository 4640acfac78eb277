import type { Ctx } from '../context.ts';
import { inTransaction } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Writes down who takes a table with people in it as a file, and which part of it. */
export const recordExport = (
  ctx: Ctx,
  noun: 'user' | 'order' | 'recharge',
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  const filter = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return inTransaction(ctx, (step) =>
    recordAudit(step, { action: `${noun}.export`, subject: noun, after: { filter: filter.join(' ') } }),
  );
};
