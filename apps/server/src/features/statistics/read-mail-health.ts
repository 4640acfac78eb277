import type { Data } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readOutboxState } from '../../platform/mail/outbox.sql.ts';

/** Whether e-mails leave the shop; those that were given up are work, and stand among the tasks. */
export async function readMailHealth({ db, actor }: Ctx): Promise<Data<'readMailHealth'>> {
  requireAction(actor, 'statistics.read');
  const { waiting, failing, waitsSince, lastSentAt } = await readOutboxState(db);
  return {
    waiting,
    failing,
    waits_since: waitsSince?.toISOString() ?? null,
    last_sent_at: lastSentAt?.toISOString() ?? null,
  };
}
