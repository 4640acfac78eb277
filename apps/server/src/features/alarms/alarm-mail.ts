import type { Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import { toHtml } from '../../platform/mail/to-html.ts';
import { readShopName } from '../settings/index.ts';
import { findUserByEmail } from '../users/index.ts';
import { alarmTexts, alarmUrl } from './alarm-mail.texts.ts';
import { findAlarm } from './alarms.sql.ts';

/** The alarm's e-mail in the recipient's language; null for an alarm that has ended before it was sent. */
export async function renderAlarm(
  { db, publicUrl }: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const alarm = await findAlarm(db, reference);
  const user = await findUserByEmail(db, recipient);
  if (!alarm || !user || alarm.ended_at !== null) return null;
  const siteName = await readShopName(db, user.language);
  const { kind, network, findings } = alarm;
  const url = alarmUrl(publicUrl, kind);
  const { subject, lines } = alarmTexts(user.language, { siteName, kind, network, findings, url });
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}
