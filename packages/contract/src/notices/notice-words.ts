import type { Language } from '../wire/languages.ts';

export type NoticeText = {
  /** In a few words: the subject of an e-mail, the line of a list. */
  readonly title: string;
  readonly lines: readonly string[];
  /** What a person of the shop wrote. */
  readonly quote?: string;
  /** On the way to the page that it is about. */
  readonly link: string;
};

/** A count with its noun. */
export const english = (count: number, one: string, other: string): string =>
  `${count} ${count === 1 ? one : other}`;

/** Amounts as readers of that language write them, exactly. A format takes long to make, and most are never needed. */
function usdtIn(language: Language): (amount: string) => string {
  let format: Intl.NumberFormat | undefined;
  return (amount) => {
    format ??= new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
    return `${format.format(amount as Intl.StringNumericLiteral)} USDT`;
  };
}

export const usdt = { en: usdtIn('en'), zh: usdtIn('zh-cn'), pt: usdtIn('pt'), ru: usdtIn('ru') };

const russianRules = new Intl.PluralRules('ru');
/** The same in Russian. */
export const russian = (count: number, one: string, few: string, many: string): string =>
  `${count}\u00a0${{ one, few, many }[russianRules.select(count) as string] ?? few}`;
