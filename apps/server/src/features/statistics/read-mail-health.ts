import type { Data } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readOutboxState } from '../../platform/mail/outbox.sql.ts';

/** The state of the outbox. Mails that were given up are not part of it; they are listed as tasks. */
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
