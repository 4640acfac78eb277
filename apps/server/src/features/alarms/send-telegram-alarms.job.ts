import type { Language } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Telegram } from '../../platform/telegram/telegram.ts';
import { loadSettings, readShopName } from '../settings/index.ts';
import { listPermissionHolders, readLanguage } from '../users/index.ts';
import { alarmTexts, alarmUrl } from './alarm-mail.texts.ts';
import { listUnsent, markSent } from './alarms.sql.ts';
import { NOTIFIED_ACTION } from './update-alarms.ts';

const EVERY_MS = 10_000;

/** Sends each active alarm to the operators' chat once, retrying until Telegram accepts it. */
export const createTelegramAlarmsJob = (ctx: Ctx, telegram: Telegram): Job => ({
  name: 'send alarms by Telegram',
  everyMs: EVERY_MS,
  async run() {
    const { telegramChatId: chatId } = await loadSettings(ctx.db);
    const unsent = chatId === '' ? [] : await listUnsent(ctx.db);
    if (unsent.length === 0) return { more: false };
    const language = await chatLanguage(ctx);
    const siteName = await readShopName(ctx.db, language);
    for (const { id, kind, network, findings } of unsent) {
      const url = alarmUrl(ctx.publicUrl, kind);
      const { subject, lines } = alarmTexts(language, { siteName, kind, network, findings, url });
      await telegram.send(chatId, [subject, ...lines.slice(1)].join('\n\n'));
      await markSent(ctx.db, id, ctx.clock.now());
    }
    return { more: false };
  },
});

/** A chat has no language setting, so it uses that of the longest-standing recipient of alarms. */
async function chatLanguage({ db }: Ctx): Promise<Language> {
  const [first] = await listPermissionHolders(db, NOTIFIED_ACTION);
  return first === undefined ? 'en' : readLanguage(db, first);
}
