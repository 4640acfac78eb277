import { inTransaction, type Ctx } from '../../platform/context.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUserByEmail, foldName } from '../users/index.ts';
import { insertResetCode, listRequestTimes, lockEmail } from './reset-codes.sql.ts';

const MINUTE_MS = 60_000;

/** The kind of the mail that carries a code. */
export const RESET_MAIL = 'reset-code';

const VALID_MS = 10 * MINUTE_MS;
const PAUSE_MS = MINUTE_MS;
/** Keeps a mailbox from being flooded, and a patient guesser from ever getting there. */
const MOST_PER_DAY = 20;
/** How long a request counts. */
export const REMEMBERED_MS = 24 * 60 * MINUTE_MS;

/**
 * Queues a code to reset a forgotten password. An unknown address leaves the same rows behind as a known
 * one, down to a mail that is dropped when it is rendered, so that neither answers, limits nor times differ.
 */
export async function sendResetCode(ctx: Ctx, email: string): Promise<void> {
  const emailKey = foldName(email);
  await inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    await lockEmail(db, emailKey);
    const asked = await listRequestTimes(db, emailKey, new Date(now.getTime() - REMEMBERED_MS));
    if (asked[0] && now.getTime() - asked[0].getTime() < PAUSE_MS) refuse('codeStillValid');
    if (asked.length >= MOST_PER_DAY) refuse('tooManyTries', 'reset codes of a day');
    const user = await findUserByEmail(db, email);
    const reference = await insertResetCode(db, {
      email_key: emailKey,
      user_id: user && user.status !== 'closed' ? user.id : null,
      created_at: now,
      expires_at: new Date(now.getTime() + VALID_MS),
    });
    await queueMails(db, [{ kind: RESET_MAIL, reference, recipient: user?.email ?? email }], now);
  });
}
