import { formatMicro, type Language } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { isRuntimeZone } from '../settings/index.ts';
import { nameUsers } from '../users/index.ts';

/** As a person reads it: a moment in their time zone, an amount of micro-USDT with at least two decimals. */
export type LocalFormat = {
  readonly zone: string;
  readonly time: (moment: Date) => string;
  readonly day: (moment: Date) => string;
  /** "2026-11-21", for file names. */
  readonly plainDay: (moment: Date) => string;
  readonly money: (amountMicro: bigint) => string;
};

const LOCALES: Record<Language, string> = { en: 'en-GB', 'zh-cn': 'zh-CN', pt: 'pt-BR', ru: 'ru-RU' };

/** In UTC where a browser names a time zone that is none, such as "Etc/Unknown" or "GMT+8". */
export function localFormat(language: Language, wanted = ''): LocalFormat {
  const locale = LOCALES[language];
  const timeZone = isRuntimeZone(wanted) ? wanted : 'UTC';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const plain = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return {
    zone: zoneWords(timeZone),
    time: (moment) => time.format(moment),
    day: (moment) => day.format(moment),
    plainDay: (moment) => plain.format(moment),
    // A minus sign, as on the pages.
    money: (amountMicro) => money.format(formatMicro(amountMicro) as `${number}`).replace('-', '−'),
  };
}

/** "Etc/GMT-8" and "+08:00" as "UTC+08:00", the sign as people write it; a place by its name. */
function zoneWords(timeZone: string): string {
  if (!/^(Etc\/GMT)?[+-]/.test(timeZone)) return timeZone;
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', 'UTC');
}

/** The caller's username. */
export async function nameCaller(ctx: Ctx): Promise<string> {
  const { userId } = requireUser(ctx.actor);
  return (await nameUsers(ctx, [userId])).get(userId)!;
}
