import { LANGUAGES, type Language } from '@portside/contract';
import type { FastifyRequest } from 'fastify';
import { memoizeFew } from '../memoize-few.ts';

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
