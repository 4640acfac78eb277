import { createConfig, lintFromString } from '@redocly/openapi-core';
import { contract, errors, type Endpoint, type ErrorName } from '@portside/contract';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  describeApi,
  readChanges,
  readSnapshot,
  unannouncedBreaks,
} from '../../../../scripts/api-snapshot.ts';
import { createTestShop } from '../testing/app.ts';
import { findBreaks, snapshotOf, type Snapshot } from '../../../../scripts/compare-documents.ts';
import type { ApiDocument, Operation } from './complete-document.ts';
import { REFUSALS } from './parts-of-document.ts';

let document: ApiDocument;
let operations: { readonly at: string; readonly operation: Operation }[];
beforeAll(async () => {
  const shop = await createTestShop();
  document = (await shop.call('GET', '/api/openapi.json')).body as ApiDocument;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method} ${path}`, operation })),
  );
});

/** What Redocly's recommended rules find, at a public address, since a document at localhost is a finding of its own. */
async function lint(linted: ApiDocument): Promise<string[]> {
  const servers = [{ url: 'https://shop.portside.test', description: 'A shop' }];
  const found = await lintFromString({
    source: JSON.stringify({ ...linted, servers }),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
  return found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

const changed = (change: (copy: ApiDocument) => void): ApiDocument => {
  const copy = structuredClone(document);
  change(copy);
  return copy;
};

test('a linter finds no error and no warning in the document', async () => {
  expect(await lint(document)).toEqual([]);
});

test('it finds a planted wrong example, a missing summary and an unknown schema', async () => {
  const planted = changed(({ paths }) => {
    const order = paths['/api/orders']!['post']!;
    order.requestBody!.content['application/json']!.example = { goods_id: 7 };
    order.summary = undefined as never;
    order.responses['200']!.content!['application/json']!.schema = { $ref: '#/components/schemas/Nothing' };
  });
  const found = (await lint(planted)).join('\n');
  for (const rule of ['no-invalid-media-type-examples', 'operation-summary', 'no-unresolved-refs'])
    expect(found).toContain(rule);
});

test('every operation has a described tag, a description, limits and its refusals', () => {
  const described = new Set((document.tags ?? []).filter((tag) => tag.description).map((tag) => tag.name));
  expect(operations.length).toBeGreaterThan(300);
  for (const { at, operation } of operations) {
    expect([at, operation.tags.filter((tag) => !described.has(tag))]).toEqual([at, []]);
    expect([at, operation.description ?? '']).toEqual([at, expect.stringMatching(/\.\n\n\w/)]);
    expect([at, operation.responses['200']!.headers]).toEqual([
      at,
      expect.objectContaining({
        'x-ratelimit-limit': {
          $ref: '#/components/headers/limit',
        },
      }),
    ]);
    expect([at, Object.keys(operation.responses)]).toEqual([
      at,
      expect.arrayContaining(['200', '400', '403', '429', '500', '503', 'default']),
    ]);
  }
  const { description, responses } = document.paths['/api/orders']!['post']!;
  expect(responses['409']!.description).toContain('300001: Insufficient balance');
  expect([description, responses['200']!.headers]).toEqual([
    expect.stringContaining('API keys need the scope `orders:place`.'),
    expect.objectContaining({ ratelimit: { $ref: '#/components/headers/keyLeft' } }),
  ]);
  expect(document.paths['/api/auth/me']!['get']!.description).toContain('Not with an API key.');
});

/** What a use case says that it refuses: the names in brackets of the comment above it. */
function saidRefusals(name: string, sources: readonly string[]): string[] {
  const head = new RegExp(String.raw`/\*\*((?:(?!\*/)[^])*)\*/\nexport async function ${name}\(`);
  const comment = sources.map((source) => head.exec(source)?.[1]).find((text) => text !== undefined) ?? '';
  return [...comment.matchAll(/\(([^()]*)\)/g)]
    .flatMap(([, words]) => words!.split(/\W+/))
    .filter((word) => Object.hasOwn(errors, word));
}

test('calls whose refusals are listed one by one lack none that their use case names', async () => {
  const folder = join(import.meta.dirname, '../features');
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const missing = operations.flatMap(({ at, operation: { operationId: name, responses } }) =>
    Object.hasOwn(REFUSALS, name)
      ? saidRefusals(name, sources).flatMap((one) => {
          const { code, status } = errors[one as ErrorName];
          const answer = responses[String(status)];
          return (answer?.$ref ?? answer?.description?.includes(`${code}: `)) ? [] : [`${at}: ${one}`];
        })
      : [],
  );
  expect(missing).toEqual([]);
});

test('every input and answer has an example that the contract takes', () => {
  const faults: string[] = [];
  const check = (what: string, schema: z.core.$ZodType, value: unknown): void => {
    const { success, error } = z.safeParse(schema, value);
    if (!success) faults.push(`${what}: ${JSON.stringify(value)} ${z.prettifyError(error)}`);
  };
  for (const { at, operation } of operations) {
    const endpoint: Endpoint = contract[operation.operationId];
    const body = operation.requestBody?.content['application/json'];
    if (endpoint.body) check(`${at} body`, endpoint.body, body?.example);
    for (const { name, in: place, example } of operation.parameters ?? []) {
      if (place === 'header') expect([at, example]).toEqual([at, expect.any(String)]);
      else check(`${at} ${name}`, endpoint[place === 'path' ? 'params' : 'query']!.shape[name]!, example);
    }
    for (const [type, media] of Object.entries(operation.responses['200']!.content!)) {
      const { data } = (media.example ?? {}) as { data?: unknown };
      if (type === 'application/json') check(`${at} answer`, endpoint.data, data);
      else if (media.schema!.format !== 'binary')
        expect([at, media.example]).toEqual([at, expect.stringMatching(/\w/)]);
    }
  }
  expect(faults).toEqual([]);
});

test('the snapshot in the repository is that of this document: npm run api:snapshot', async () => {
  const snapshot = snapshotOf(document);
  expect(unannouncedBreaks(readSnapshot(), snapshot, readChanges())).toEqual([]);
  expect(snapshot).toEqual(readSnapshot());
  expect(snapshotOf(await describeApi('https://shop.portside.test'))).toEqual(snapshot);
  expect(readChanges()).toContain(`\n## ${snapshot.version}\n`);
});

/** What is done to the document, and what is said of it; null where clients notice nothing. */
const CHANGES: readonly [what: string, change: (copy: ApiDocument) => void, found: RegExp | null][] = [
  ['an operation is removed', ({ paths }) => delete paths['/api/goods']!['get'], /GET \/api\/goods: removed/],
  [
    'a field of an answer is removed',
    ({ components }) => delete components.schemas['Order']!.properties!['order_no'],
    /order_no: removed/,
  ],
  [
    'a field of an answer has another type',
    ({ components }) => void (components.schemas['Order']!.properties!['quantity'] = { type: 'string' }),
    /quantity: .*integer.* became .*string/,
  ],
  [
    'a field of an answer may be null',
    ({ components }) =>
      void (components.schemas['Order']!.properties!['order_no'] = { type: ['string', 'null'] }),
    /order_no: may be null/,
  ],
  [
    'a value of an enumeration is removed',
    ({ components }) =>
      void (components.schemas['Order']!.properties!['status'] = { type: 'string', enum: ['completed'] }),
    /status: no longer "refunded"/,
  ],
  [
    'a field of a body is newly required',
    ({ paths }) => {
      const { schema } = paths['/api/orders']!['post']!.requestBody!.content['application/json']!;
      schema!.required = [...schema!.required!, 'unit_price'];
    },
    /unit_price: newly required/,
  ],
  [
    'a query parameter is newly required',
    ({ paths }) =>
      void paths['/api/goods']!['get']!.parameters!.push({
        name: 'shop',
        in: 'query',
        required: true,
        schema: {},
      }),
    /query shop: newly required/,
  ],
  [
    'an optional query parameter is removed',
    ({ paths }) => void paths['/api/orders']!['get']!.parameters!.splice(0, 1),
    /query limit: removed/,
  ],
  [
    'an operation is called otherwise',
    ({ paths }) => void (paths['/api/goods']!['get']!.operationId = 'readGoods'),
    /operation listGoods is called readGoods/,
  ],
  [
    'fields and values are added',
    ({ components, paths }) => {
      const { properties } = components.schemas['Order']!;
      properties!['added'] = { type: 'string' };
      properties!['status'] = { type: 'string', enum: [...properties!['status']!.enum!, 'lost'] };
      paths['/api/goods']!['get']!.parameters!.push({ name: 'shop', in: 'query', schema: {} });
      paths['/api/added'] = { get: structuredClone(paths['/api/goods']!['get']!) };
    },
    null,
  ],
];

test.each(CHANGES)('when %s, clients break as they should', (_, change, found) => {
  const [older, newer] = [snapshotOf(document), snapshotOf(changed(change))];
  const breaks = unannouncedBreaks(older, newer, readChanges());
  if (found === null) expect(breaks).toEqual([]);
  else expect(breaks.join('\n')).toMatch(found);
  const next: Snapshot = { ...newer, version: '2.0.0' };
  expect(unannouncedBreaks(older, next, readChanges())).toEqual(findBreaks(older, newer));
  expect(unannouncedBreaks(older, next, '# Changes\n\n## 2.0.0\n\n- …\n')).toEqual([]);
});
