import type { Language } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Telegram } from '../../platform/telegram/telegram.ts';
import { loadSettings } from '../settings/index.ts';
import { listPermissionHolders, readLanguage } from '../users/index.ts';
import { alarmTexts, placeOf } from './alarm-mail.texts.ts';
import { listUntold, markTold } from './alarms.sql.ts';
import { TOLD } from './update-alarms.ts';

const EVERY_MS = 10_000;

/** Tells the operators' chat of alarms that stand, each once; tried again for as long as Telegram takes none. */
export const createTelegramAlarmsJob = (ctx: Ctx, telegram: Telegram): Job => ({
  name: 'send alarms by Telegram',
  everyMs: EVERY_MS,
  async run() {
    const { telegramChatId: chatId, siteName } = await loadSettings(ctx.db);
    const untold = chatId === '' ? [] : await listUntold(ctx.db);
    if (untold.length === 0) return { more: false };
    const language = await languageOfDesk(ctx);
    for (const { id, kind, network, detail } of untold) {
      const url = placeOf(ctx.publicUrl, kind);
      const { subject, lines } = alarmTexts(language, { siteName, kind, network, detail, url });
      await telegram.send(chatId, [subject, ...lines.slice(1)].join('\n\n'));
      await markTold(ctx.db, id, ctx.clock.now());
    }
    return { more: false };
  },
});

/** A chat has no language of its own: it gets that of whoever has been told of alarms for longest. */
async function languageOfDesk({ db }: Ctx): Promise<Language> {
  const [first] = await listPermissionHolders(db, TOLD);
  return first === undefined ? 'en' : readLanguage(db, first);
}
