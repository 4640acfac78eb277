import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Parses JSON bodies. A POST without a body (logout, cancel) may declare JSON. Refuses (invalidFormat) an object that
 * names a key twice: `JSON.parse` takes the last one, and a proxy that read the text before us may have taken the
 * first.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const checked = (error: Error | null, value?: unknown): void =>
      error === null && hasDoubledKey(body as string, value)
        ? done(new Refusal('invalidFormat', 'a key stands twice'))
        : done(error, value);
    void parse(request, body as string, checked);
  });
}

/** Whether an object of a valid JSON text names a key twice: then the text has more keys than the parsed value. */
export const hasDoubledKey = (text: string, value: unknown): boolean =>
  countKeysOfText(text) !== countKeysOfValue(value);

/** Counts the strings that a colon follows. */
function countKeysOfText(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = endOfString(text, at) + 1;
    while (isBlank(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === COLON) keys += 1;
  }
  return keys;
}

const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Where the string that begins there ends: at a quotation mark after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}

/** JSON's white space. */
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Without recursion: the text may be nested deeper than the stack. */
function countKeysOfValue(value: unknown): number {
  let keys = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) keys += inner.length;
    for (const one of inner) if (typeof one === 'object') open.push(one);
  }
  return keys;
}
