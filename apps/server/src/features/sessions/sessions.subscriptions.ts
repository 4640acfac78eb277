import type { Events } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { endSessions } from './end-sessions.ts';

/** The kind of mail that notifies a former address that an admin has replaced it. */
export const EMAIL_REPLACED_MAIL = 'email-replaced';

/** When an admin replaces an e-mail address, signs the user out everywhere and notifies the former address. */
export function subscribeSessions(events: Events): void {
  events.on('emailReplaced', async (ctx, { userId, former }) => {
    await endSessions(ctx, userId);
    const mail = { kind: EMAIL_REPLACED_MAIL, reference: userId, recipient: former };
    await queueMails(ctx.db, [mail], ctx.clock.now());
  });
}
