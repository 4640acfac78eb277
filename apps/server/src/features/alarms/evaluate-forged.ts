import type { Ctx } from '../../platform/context.ts';
import { listForgedProposals } from '../approvals/index.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';

/** Records that somebody without the keys has written, each an alarm of its own. */
export async function evaluateForged(ctx: Ctx): Promise<AlarmCondition[]> {
  const proposals = await listForgedProposals(ctx);
  return proposals.map(({ id, subject: on }) =>
    condition(
      'recordsForged',
      null,
      [{ code: 'proposalForged', facts: { number: Number(id), on } }],
      `proposal:${id}`,
    ),
  );
}
