import type { Random } from '../random.ts';
import { BAD_PLACES, BAD_VALUES, edgeTexts, goodValue, type Known } from './values.ts';
import { fieldsOf, withValueAt, type Operation, type Schema } from './operations.ts';

/** One call as it is sent. */
export type FuzzCall = {
  readonly operation: Operation;
  /** What is wrong with it. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The only correct statuses; any but a failure if absent. */
  readonly statuses?: readonly number[];
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
const JSON_TYPE = { 'content-type': 'application/json' };

/** Every wrong call of an operation: each field with each bad value, and what is wrong with the call as a whole. */
export function* wrongCalls(operation: Operation, known: Known, random: Random): Generator<FuzzCall> {
  const good = (): Good => goodCall(operation, known, random);
  // A stream never ends.
  if (!operation.isStream) {
    yield* wrongFields(operation, good, () => BAD_VALUES);
    yield { ...good(), what: 'nothing' };
  }
  yield* wrongAsWhole(operation, good);
}

/**
 * Calls with texts of every allowed length and form: whatever else is wrong with one, its schema or the use case must
 * refuse. Few enough to make all of them.
 */
export function* edgeCalls(operation: Operation, known: Known, random: Random): Generator<FuzzCall> {
  if (operation.isStream) return;
  const good = (): Good => goodCall(operation, known, random);
  yield* wrongFields(operation, good, edgeTexts);
  const query = operation.parameters.filter((one) => one.in === 'query');
  for (const parameter of query) {
    const once = withParameter(good(), parameter, '1');
    yield { ...once, what: `${parameter.name} twice`, url: fixed(once.url, `${parameter.name}=1`) };
  }
  const cursor = query.find(({ name }) => name === 'cursor');
  const sort = query.find(({ name }) => name === 'sort');
  for (const place of cursor ? BAD_PLACES : []) {
    yield withParameter(good(), cursor!, place);
    for (const order of (sort?.schema.enum ?? []) as string[]) {
      const call = withParameter(good(), cursor!, `${order}.${place}`);
      yield { ...withParameter(call, sort!, order), what: call.what };
    }
  }
}

function* wrongFields(
  operation: Operation,
  good: () => Good,
  valuesOf: (schema: Schema) => readonly unknown[],
): Generator<FuzzCall> {
  for (const parameter of operation.parameters)
    for (const bad of valuesOf(parameter.schema)) yield withParameter(good(), parameter, bad);
  for (const { at, schema } of operation.body ? fieldsOf(operation.body) : [])
    for (const bad of valuesOf(schema)) {
      const call = good();
      const body = JSON.stringify(withValueAt(call.value, at, bad));
      yield { ...call, what: `${at.join('.') || 'the body'} = ${shown(bad)}`, body };
    }
}

type Good = Omit<FuzzCall, 'what'> & { readonly value: unknown };

function goodCall(operation: Operation, known: Known, random: Random): Good {
  const { method, parameters, body } = operation;
  const value = body && goodValue(body, '', known, random);
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    const text = String(goodValue(schema, name, known, random));
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text));
    else if (required || (random.chance(0.2) && name !== 'cursor')) query.set(name, text);
  }
  const url = query.size > 0 ? `${path}?${query.toString()}` : path;
  return {
    operation,
    method,
    url,
    headers: body ? JSON_TYPE : {},
    body: body ? JSON.stringify(value) : undefined,
    value,
  };
}

function withParameter(
  call: Omit<FuzzCall, 'what'>,
  parameter: Operation['parameters'][number],
  bad: unknown,
): FuzzCall {
  const text = typeof bad === 'string' ? bad : JSON.stringify(bad);
  // A lone surrogate in UTF-8, which no encoder writes.
  const escaped = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
  const short = escaped.slice(0, 6_000);
  const what = `${parameter.name} = ${shown(bad)}`;
  const [path = '', query = ''] = call.url.split('?');
  if (parameter.in === 'query') {
    const others = new URLSearchParams(query);
    others.delete(parameter.name);
    return {
      ...call,
      what,
      url: `${path}?${[others.toString(), `${parameter.name}=${short}`].filter(Boolean).join('&')}`,
    };
  }
  const segments = call.operation.path.split('/');
  const filled = path.split('/');
  filled[segments.indexOf(`{${parameter.name}}`)] = short;
  return { ...call, what, url: [filled.join('/'), query].filter(Boolean).join('?') };
}

function* wrongAsWhole(operation: Operation, good: () => Good): Generator<FuzzCall> {
  const { method, body } = operation;
  for (const other of METHODS.filter((one) => one !== method && !(one === 'HEAD' && method === 'GET')))
    yield { ...good(), what: `by ${other}`, method: other, body: undefined, headers: {} };
  const marked = (text: string): string => `${good().url}${good().url.includes('?') ? '&' : '?'}${text}`;
  for (const key of ['fuzz=1', '__proto__=1', 'limit[]=1', 'constructor=', '%00=1'])
    yield { ...good(), what: `an unknown key ${key}`, url: fixed(good().url, key), statuses: REFUSED };
  if (operation.isStream) return;
  yield { ...good(), what: 'an empty query', url: marked('') };
  for (const [name, text] of Object.entries(HEADERS))
    yield { ...good(), what: `the header ${name}`, headers: { ...good().headers, [name]: text } };
  if (!body) return;
  const text = good().body!;
  const twice = text === '{}' ? '{"a":1,"a":1}' : text.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1');
  const broken: Readonly<Record<string, string>> = {
    'a key twice': twice,
    'JSON cut short': text.slice(0, -1),
    'no JSON': 'a=1&b=2',
    'half a character': String.raw`{"fuzz\ud800":1,"x":"`,
    'a list a hundred thousand deep': '['.repeat(100_000) + ']'.repeat(100_000),
    'a prototype': '{"__proto__":{"isAdmin":true}}',
    'a megabyte and more': JSON.stringify('x'.repeat(1_100_000)),
  };
  for (const [what, sent] of Object.entries(broken))
    yield { ...good(), what, body: sent, statuses: [...REFUSED, 413] };
  yield {
    ...good(),
    what: 'a body of another type',
    headers: { 'content-type': 'text/plain' },
    statuses: REFUSED,
  };
  yield { ...good(), what: 'no body', body: undefined };
}

/** Refused by the edge, or before it for the caller or the rate. */
const REFUSED = [400, 401, 403, 429];
const fixed = (url: string, key: string): string => `${url}${url.includes('?') ? '&' : '?'}${key}`;

const HEADERS: Readonly<Record<string, string>> = {
  authorization: 'Bearer x',
  'idempotency-key': 'a b',
  'accept-language': `${'x,'.repeat(2_000)}ru`,
  'user-agent': 'x\u00ff'.repeat(1_000),
  accept: 'text/html',
  'if-none-match': '*',
  range: 'bytes=0-1',
};

function shown(bad: unknown): string {
  const text = JSON.stringify(bad) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
