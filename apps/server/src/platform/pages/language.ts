import { LANGUAGES, type Language } from '@portside/contract';
import type { FastifyRequest } from 'fastify';
import { memoizeFew } from '../memoize-few.ts';

/**
 * Every page has one address for all languages, and one for each: `?lang=pt`. It chooses the language of a visit
 * (`public/start.js`), and is kept as the reader's own choice by nobody but the reader.
 */
const PARAMETER = 'lang';

/** As search engines name them (BCP 47). */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  'zh-cn': 'zh-CN',
  en: 'en',
  pt: 'pt',
  ru: 'ru',
};

/** As Open Graph names them: with a country. */
export const OPEN_GRAPH_LOCALES: Readonly<Record<Language, string>> = {
  'zh-cn': 'zh_CN',
  en: 'en_US',
  pt: 'pt_BR',
  ru: 'ru_RU',
};

/** The address of the page in that language. */
export function inLanguage(address: string, language: Language): string {
  const url = new URL(address);
  url.searchParams.set(PARAMETER, language);
  return url.href;
}

/** The query of the address that is asked for, as a page reads it. */
export const queryOf = ({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams =>
  new URLSearchParams(url.split('?')[1] ?? '');

/** The language that the address's query names (`isAsked`), else the first that the browser wants. */
export function languageOf(
  request: Pick<FastifyRequest, 'headers'>,
  query: URLSearchParams,
): { readonly language: Language; readonly isAsked: boolean } {
  const asked = query.get(PARAMETER)?.toLowerCase();
  const language = LANGUAGES.find((one) => one === asked);
  return { language: language ?? readerLanguage(request), isAsked: language !== undefined };
}

const MOST_KNOWN = 1_000;

/** The first language of `accept-language` that the shop supports; English for none. */
export const readerLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  parsed(headers['accept-language'] ?? '');

const parsed = memoizeFew(parse, MOST_KNOWN);

function parse(header: string): Language {
  const wanted = header.toLowerCase().split(',');
  const tags = wanted.map((part) => part.split(';')[0]!.trim());
  const spoken = tags.map((tag) =>
    LANGUAGES.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0]),
  );
  return spoken.find((language) => language !== undefined) ?? 'en';
}
