import type { Events } from '../../platform/context.ts';
import './sessions.events.ts';
import { applyEmail, voidWaitingEmail } from './email/set-email.ts';

/**
 * Makes an admin's change of an e-mail address once its time is over or a second person has approved it, and stops it
 * when its user is blocked, who could not reject it then.
 */
export function subscribeSessions(events: Events): void {
  events.on('emailChangeApproved', applyEmail);
  events.on('userFrozen', async (ctx, { userId }) => {
    await voidWaitingEmail(ctx, userId, 'the user was blocked', null);
  });
}
