import type { Ctx } from '../../../platform/context.ts';
import { readSetting } from '../../settings/index.ts';
import { eraseRefusedLines } from './batches.sql.ts';

const DAY_MS = 86_400_000;

/** Refused lines are credentials too: what they said is kept as long as what was sold. */
export async function sweepRefusedLines({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const days = await readSetting(db, 'retentionDays');
  await eraseRefusedLines(db, new Date(clock.now().getTime() - days * DAY_MS));
  return { more: false };
}
