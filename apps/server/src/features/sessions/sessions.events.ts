import type { Events } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { endSessions } from './end-sessions.ts';

/** The kind of the mail that tells a user's former address that the shop has replaced it. */
export const EMAIL_REPLACED_MAIL = 'email-replaced';

/** Who has lost an address to a stranger reads it there, and whoever was signed in proves himself anew. */
export function subscribeSessions(events: Events): void {
  events.on('emailReplaced', async (ctx, { userId, former }) => {
    await endSessions(ctx, userId);
    const mail = { kind: EMAIL_REPLACED_MAIL, reference: userId, recipient: former };
    await queueMails(ctx.db, [mail], ctx.clock.now());
  });
}
