import { listSubjectsOf } from '../../platform/audit/audit.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import { listForgedProposals } from '../approvals/index.ts';
import { condition, SHOWN_MS, type AlarmCondition } from './alarm-condition.ts';

/** Records that somebody without the keys has written, each an alarm of its own. */
export async function evaluateForged(ctx: Ctx): Promise<AlarmCondition[]> {
  const since = new Date(ctx.clock.now().getTime() - SHOWN_MS);
  const proposals = await listForgedProposals(ctx, since);
  const dropped = await listSubjectsOf(ctx.db, 'records.drop', since);
  return [
    ...proposals.map(({ id, subject: on }) =>
      condition(
        'recordsForged',
        null,
        [{ code: 'proposalForged', facts: { number: Number(id), on } }],
        `proposal:${id}`,
      ),
    ),
    ...dropped.map((subject) =>
      condition('recordsForged', null, [{ code: 'assetForged', facts: { name: nameIn(subject) } }], subject),
    ),
  ];
}

const nameIn = (subject: string): string => subject.slice(subject.indexOf(':') + 1);
