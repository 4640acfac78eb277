import type { Events } from '../../platform/context.ts';
import './sessions.events.ts';
import { applyEmail } from './email/set-email.ts';

/** Sets an e-mail address that an admin has set once its time is over, or a second person has approved it. */
export function subscribeSessions(events: Events): void {
  events.on('emailChangeApproved', applyEmail);
}
