import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { checkHeaders } from './check-headers.ts';
import type { Mailer } from './mailer.ts';
import { deleteSandboxMailsBefore, insertSandboxMail } from './sandbox-mails.sql.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

/** The sandbox's mail server: a table shown by its mailbox page. Mails are kept for seven days, like account texts. */
export function createSandboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async send({ to, ...mail }) {
      checkHeaders(to, mail.subject);
      const now = clock.now();
      await insertSandboxMail(db, { to, ...mail }, now);
      await deleteSandboxMailsBefore(db, new Date(now.getTime() - KEPT_MS));
    },
  };
}
