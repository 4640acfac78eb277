import type { Ctx } from '../../platform/context.ts';
import { eraseLines } from './user-imports.sql.ts';

const KEPT_MS = 90 * 24 * 3_600_000;

/** Erases names and addresses of files that are older than 90 days and no longer wait or run; figures stay. */
export async function sweepUserImports({ db, clock }: Ctx): Promise<{ more: boolean }> {
  await eraseLines(db, new Date(clock.now().getTime() - KEPT_MS));
  return { more: false };
}
