import type { Input } from '@portside/contract';
import { requireAction, requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { deleteSkip, insertSkip } from './setup.sql.ts';

/** Calls a step not needed here, or takes that back. Repeated, it changes nothing. */
export async function skipSetupStep(ctx: Ctx, { params, body }: Input<'skipSetupStep'>): Promise<null> {
  requireAction(ctx.actor, 'settings.write');
  const { userId } = requireUser(ctx.actor);
  const { step: name } = params;
  await inTransaction(ctx, async (step) => {
    const isChanged = body.skipped
      ? await insertSkip(step.db, name, userId, step.clock.now())
      : await deleteSkip(step.db, name);
    if (!isChanged) return;
    const after = { skipped: body.skipped };
    await recordAudit(step, { action: 'setup.skip', subject: `setup:${name}`, after });
  });
  return null;
}
