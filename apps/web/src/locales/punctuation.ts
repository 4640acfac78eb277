import { useLanguage } from './use-translation.ts';

type Signs = { readonly colon: string; readonly comma: string; readonly space: string };

const WESTERN: Signs = { colon: ': ', comma: ', ', space: ' ' };

/** Full-width signs, and no space between sentences or around a link. */
const CHINESE: Signs = { colon: '：', comma: '、', space: '' };

/** How a language joins texts of the catalogue. */
export function punctuationOf(language: string) {
  const { colon, comma, space } = language === 'zh-cn' ? CHINESE : WESTERN;
  return {
    /** "Name: value". */
    pair: (name: string, value: string): string => `${name}${colon}${value}`,
    /** "One, another". */
    list: (items: readonly string[]): string => items.join(comma),
    /** Whole sentences one after the other; those that do not apply are left out. */
    sentences: (...parts: readonly (string | false | null | undefined)[]): string =>
      parts.filter(Boolean).join(space),
    /** Between a text and the link in it. */
    space,
  };
}

/** The same for the page's language. */
export const usePunctuation = () => punctuationOf(useLanguage());
