import { randomInt } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { toHtml } from '../../platform/mail/to-html.ts';
import type { MailMessage } from '../../platform/mail/outbox.ts';
import { readSettings } from '../settings/index.ts';
import { findUser } from '../users/index.ts';
import { setCodeHash } from './reset-codes.sql.ts';
import { resetCodeTexts } from './reset-code-mail.texts.ts';

/** Bound to its request. Keyed, because a plain hash of six digits is as good as the digits. */
export const hashCode = (keyring: Keyring, id: bigint, code: string): string =>
  keyring.fingerprint(`reset code ${id} ${code}`).toString('base64');

/**
 * Makes the code and keeps its hash, so that the code is nowhere but in the mail. A mail sent again
 * carries a new code in place of the old. Null for an unknown address or a request that is over.
 */
export async function renderResetCode(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const { db, keyring, clock } = ctx;
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const request = await setCodeHash(db, reference, hashCode(keyring, reference, code), clock.now());
  const user = request?.user_id ? await findUser(db, request.user_id) : undefined;
  if (!user) return null;
  const { siteName } = await readSettings(db);
  const { subject, lines } = resetCodeTexts[user.language]({ siteName, username: user.username, code });
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
