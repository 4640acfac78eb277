import { formatMicro, type Language } from '@portside/contract';
import { refuseField } from '../../platform/refusal.ts';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
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

/** Refuses a time zone that does not exist (parameterError). */
export function localFormat(language: Language, timeZone = 'UTC'): LocalFormat {
  const locale = LOCALES[language];
  try {
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
    const plain = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
    const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
    return {
      zone: timeZone,
      time: (moment) => time.format(moment),
      day: (moment) => day.format(moment),
      plainDay: (moment) => plain.format(moment),
      money: (amountMicro) => money.format(formatMicro(amountMicro) as `${number}`),
    };
  } catch (error) {
    if (error instanceof RangeError) refuseField('parameterError', 'time_zone', 'unknown');
    throw error;
  }
}

/** The caller's username. */
export async function nameCaller(ctx: Ctx): Promise<string> {
  const { userId } = requireUser(ctx.actor);
  return (await nameUsers(ctx, [userId])).get(userId)!;
}
