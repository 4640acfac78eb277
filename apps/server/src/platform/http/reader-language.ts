import { LANGUAGES, type Language } from '@portside/contract';
import type { FastifyRequest } from 'fastify';

/** The first language of `accept-language` that the shop supports; English for none. */
export function readerLanguage(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').toLowerCase().split(',');
  const tags = wanted.map((part) => part.split(';')[0]!.trim());
  const spoken = tags.map((tag) =>
    LANGUAGES.find((one) => one === tag || one.split('-')[0] === tag.split('-')[0]),
  );
  return spoken.find((language) => language !== undefined) ?? 'en';
}
