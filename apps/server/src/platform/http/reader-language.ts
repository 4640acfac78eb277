import { LANGUAGES, type Language } from '@portside/contract';
import type { FastifyRequest } from 'fastify';

/** Browsers send few different ones. Beyond this many, a new one is parsed each time, so that memory stays bounded. */
const MOST_KNOWN = 1_000;
const known = new Map<string, Language>();

/** The first language of `accept-language` that the shop supports; English for none. */
export function readerLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const header = headers['accept-language'] ?? '';
  const language = known.get(header) ?? parse(header);
  if (known.size < MOST_KNOWN) known.set(header, language);
  return language;
}

function parse(header: string): Language {
  const wanted = header.toLowerCase().split(',');
  const tags = wanted.map((part) => part.split(';')[0]!.trim());
  const spoken = tags.map((tag) =>
    LANGUAGES.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0]),
  );
  return spoken.find((language) => language !== undefined) ?? 'en';
}
