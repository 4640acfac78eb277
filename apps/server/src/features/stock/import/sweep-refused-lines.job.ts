import type { Ctx } from '../../../platform/context.ts';
import { readSetting } from '../../settings/index.ts';
import { eraseRefusedLines } from './batches.sql.ts';

const DAY_MS = 86_400_000;

/** Erases old texts of refused lines: they may be credentials, so they are kept as long as sold accounts are. */
export async function sweepRefusedLines({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const days = await readSetting(db, 'retentionDays');
  await eraseRefusedLines(db, new Date(clock.now().getTime() - days * DAY_MS));
  return { more: false };
}
