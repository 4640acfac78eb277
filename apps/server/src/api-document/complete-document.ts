import {
  contract,
  errors,
  paths,
  type Endpoint,
  type EndpointName,
  type ErrorName,
} from '@portside/contract';
import type { Path } from '@portside/contract/wire/shop-paths';
import * as nouns from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';
import * as z from 'zod/mini';
import { exampleOf, type Schema } from './example-of.ts';
import {
  API_VERSION,
  COMMON,
  describeTags,
  INTRODUCTION,
  REFUSALS,
  sentErrors,
  tagOf,
} from './parts-of-document.ts';

type Media = Record<string, { schema?: Schema; example?: unknown; examples?: object }>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  description?: string;
  example?: unknown;
};
type Response = { $ref?: string; description?: string; headers?: object; content?: Media };
export type Operation = {
  operationId: EndpointName;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Media };
  responses: Record<string, Response>;
  security?: object[];
};
/** What the server's routes are described by; see https://spec.openapis.org/oas/v3.1.1. */
export type ApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  servers?: { url: string; description: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Response>;
    [kind: string]: unknown;
  };
};

/**
 * Completes what Fastify's plugin made of the routes: names shared schemas and answers once, and adds what the contract
 * says of each call besides its schemas, and examples that the schemas allow.
 */
export function completeDocument(swagger: object, publicUrl: string): ApiDocument {
  const made = swagger as ApiDocument;
  const failure =
    made.paths['/api/goods']!['get']!.responses['default']!.content!['application/json']!.schema!;
  const shared = sharedSchemas();
  const used = new Set<string>();
  const paths: ApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(made.paths))
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        completeOperation(operation, path, (schema) => refer(schema, shared, used)),
      ]),
    );
  const schemas: Record<string, Schema> = {};
  // One schema may name another that no call names.
  for (const name of used) {
    const [text] = [...shared].find((one) => one[1] === name)!;
    schemas[name] = refer(JSON.parse(text) as Schema, shared, used, name);
  }
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags)),
  );
  return {
    openapi: made.openapi,
    info: {
      title: 'Portside',
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: 'Terms of this shop', url: new URL('/docs/terms', publicUrl).href },
    },
    servers: [{ url: new URL(publicUrl).origin, description: 'This shop' }],
    tags: describeTags(tags),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a signed-in user, or of one of their API keys.',
        },
      },
      headers: HEADERS,
      schemas: { ...schemas, Failure: describeFailure(failure) },
      responses: failureResponses(),
    },
  };
}

/** Of every exported object of the contract: its schema in answers as text, and its name unless others look the same. */
function sharedSchemas(): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const [name, value] of Object.entries(nouns)) {
    if (!/^[A-Z][a-z]/.test(name) || !(value instanceof z.ZodMiniObject)) continue;
    const { $schema: _, ...schema } = z.toJSONSchema(value, { io: 'output', unrepresentable: 'any' });
    const text = JSON.stringify(simplify(schema as Schema));
    found.set(text, [...(found.get(text) ?? []), name]);
  }
  return new Map([...found].filter(([, names]) => names.length === 1).map(([text, [name]]) => [text, name!]));
}

/** The same schema with those that have a name by reference; `own` is the one that is being described. */
function refer(schema: Schema, shared: Map<string, string>, used: Set<string>, own?: string): Schema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const name = 'properties' in value ? shared.get(JSON.stringify(value)) : undefined;
    if (name !== undefined && name !== own) {
      used.add(name);
      return { $ref: `#/components/schemas/${name}` };
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]));
  };
  return walk(schema) as Schema;
}

const TIMES: readonly (readonly [start: string, format: string])[] = [
  ['T(?:', 'date-time'],
  ['(?:0[1-9]|1\\d|2[0-8])))$', 'date'],
];

const KEPT = ['description', 'enum', 'const', 'format', 'prefixItems'] as const;

/**
 * What clients need of an answer's schema: rules for what comes in say nothing about what goes out, and hide the shape.
 * A map of known keys is an object with these.
 */
function simplify(schema: Schema): Schema {
  const { type, properties, required, items, anyOf, oneOf, additionalProperties } = schema;
  const { pattern, allOf } = schema;
  const time = TIMES.find(([start]) =>
    JSON.stringify([pattern, allOf]).includes(JSON.stringify(start).slice(1, -1)),
  );
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const keys = properties ?? (values && required && Object.fromEntries(required.map((key) => [key, values])));
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(KEPT.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]])),
    ...(time && { format: time[1] }),
    ...(keys && {
      properties: Object.fromEntries(Object.entries(keys).map(([key, one]) => [key, simplify(one)])),
    }),
    ...(required && { required }),
    ...(values && !keys && { additionalProperties: simplify(values) }),
    ...(items && { items: simplify(items) }),
    ...(anyOf && { anyOf: anyOf.map(simplify) }),
    ...(oneOf && { oneOf: oneOf.map(simplify) }),
  };
}

const isBinary = (type: string): boolean => /^(image|application\/(pdf|vnd))/.test(type);

function completeOperation(operation: Operation, path: string, share: (schema: Schema) => Schema): Operation {
  const name = operation.operationId;
  const endpoint: Endpoint = contract[name];
  const isForAdmins = endpoint.access === 'admin' || typeof endpoint.access === 'object';
  const { parameters, requestBody, responses, security } = operation;
  const success = responses['200']!;
  const [, , , scope]: Path = paths[name];
  return {
    operationId: name,
    summary: firstSentence(endpoint.summary),
    description: describe(endpoint, scope),
    tags: [tagOf(path, isForAdmins)],
    ...(security && { security }),
    ...(parameters && { parameters: parameters.map(completeParameter) }),
    ...(requestBody && { requestBody: { ...requestBody, content: completeBody(requestBody.content) } }),
    responses: {
      200: {
        description: endpoint.raw
          ? 'The file, or its data in the envelope'
          : 'What was asked for, in the envelope',
        headers: headersOf(endpoint, scope),
        content: completeAnswer(success.content!, share),
      },
      ...(endpoint.hasEtag && {
        304: { description: 'The caller has the current answer', headers: headersOf(endpoint, scope) },
      }),
      ...refusalsOf(name, endpoint),
    },
  };
}

const firstSentence = (summary: string): string => {
  const [sentence] = /^.+?(?=[.:;] )|^.+$/s.exec(summary)!;
  return sentence.replace(/\.$/, '');
};

/** The contract's summary, and what holds for the call besides. */
function describe(endpoint: Endpoint, scope: string | undefined): string {
  const { summary, access, perMinute, freshCode, idempotent, hasEtag } = endpoint;
  const facts = [
    ACCESS[typeof access === 'object' ? 'action' : access] +
      (typeof access === 'object' ? ` \`${access.action}\`.` : ''),
    scope === undefined ? 'Not with an API key.' : `API keys need the scope \`${scope}\`.`,
    perMinute === undefined ? '' : `At most ${perMinute} calls a minute.`,
    idempotent ? 'Once for each `idempotency-key`.' : '',
    idempotent && scope !== undefined ? 'API keys must send one.' : '',
    freshCode ? 'A second factor’s code must be younger than five minutes.' : '',
    hasEtag ? 'Send the last `etag` as `if-none-match`.' : '',
  ].filter((fact) => fact !== '');
  return `${summary.replace(/\.$/, '')}.\n\n${facts.join(' ')}`;
}

const ACCESS: Readonly<Record<string, string>> = {
  visitor: 'For everybody.',
  user: 'For signed-in users.',
  payer: 'For signed-in users, or with the ticket of one top-up.',
  blocked: 'For blocked users only, with the pass of their sign-in.',
  admin: 'For the back office.',
  action: 'For the back office, with the permission',
};

/** Generators of clients know no text of several patterns, so it gets one that all of them must match. */
function withOnePattern<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withOnePattern) as T;
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, ...rest } = value as Schema;
  const patterns = [rest.pattern, ...(allOf ?? []).map((one) => one.pattern)].filter(
    (one) => one !== undefined,
  );
  const isText = rest.type === 'string' && allOf !== undefined && patterns.length >= allOf.length;
  if (isText) return { ...rest, pattern: patterns.map((one) => `(?=${one})`).join('') } as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withOnePattern(one)])) as T;
}

const completeParameter = (parameter: Parameter): Parameter => ({
  ...parameter,
  schema: withOnePattern(parameter.schema),
  example:
    parameter.name === 'idempotency-key'
      ? 'b0c9f2a4-7d1e-4f0e-9a55-0c8b8f3b1c11'
      : exampleOf(parameter.schema, true, parameter.name),
});

const completeBody = (content: Media): Media =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      {
        schema: withOnePattern(schema!),
        ...(type === 'application/json' && { example: exampleOf(schema!, true) }),
      },
    ]),
  );

function completeAnswer(content: Media, share: (schema: Schema) => Schema): Media {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => {
      if (isBinary(type)) return [type, { schema: { type: 'string', format: 'binary' } }];
      if (type !== 'application/json') return [type, { schema: schema!, example: FILES[type] ?? '' }];
      const simple = simplify(schema!);
      return [type, { schema: share(simple), example: exampleOf(schema!, false) }];
    }),
  );
}

const FILES: Readonly<Record<string, string>> = {
  'text/plain': 'mila.harbour@example.org----kP7-wren-41\n',
  'text/csv': '\ufeffaccount,password\r\nmila.harbour@example.org,kP7-wren-41\r\n',
  'application/x-ndjson': '{"account":"mila.harbour@example.org","password":"kP7-wren-41"}\n',
  'text/event-stream': 'event: goods\ndata: {"id":"4901"}\n\n',
};

const header = (description: string, example: unknown, type = 'integer') => ({
  description,
  schema: { type },
  example,
});

const HEADERS = {
  limit: header('Calls a minute that this address may make', 600),
  remaining: header('How many of them are left', 598),
  reset: header('Seconds until they are counted anew', 41),
  keyPolicy: header(
    'Calls that the API key may make (q) in so many seconds (w)',
    '"key";q=600;w=60',
    'string',
  ),
  keyLeft: header(
    'How many of them are left (r), and in how many seconds they are counted anew (t)',
    '"key";r=598;t=41',
    'string',
  ),
  retryAfter: header('Seconds to wait before the next try', 5),
  etag: header('Of this answer; send it back as `if-none-match`', '"3f2a9c"', 'string'),
  contentDisposition: header('The name of the file', 'attachment; filename="orders.csv"', 'string'),
};

const ref = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const RATE = {
  'x-ratelimit-limit': ref('limit'),
  'x-ratelimit-remaining': ref('remaining'),
  'x-ratelimit-reset': ref('reset'),
};

const KEY_RATE = { 'ratelimit-policy': ref('keyPolicy'), ratelimit: ref('keyLeft') };

const headersOf = ({ hasEtag, raw }: Endpoint, scope: string | undefined) => ({
  ...RATE,
  ...(scope !== undefined && KEY_RATE),
  ...(hasEtag && { etag: ref('etag') }),
  ...(raw &&
    !raw.types.includes('text/event-stream') && { 'content-disposition': ref('contentDisposition') }),
});

const refusalName = (status: number | string): string => `Refused${status}`;

/** Every status that the call may answer: its own refusals where they are known, else all of that status. */
function refusalsOf(name: EndpointName, endpoint: Endpoint): Record<string, Response> {
  const own = Map.groupBy(REFUSALS[name] ?? [], (one) => errors[one].status);
  const isPublic = endpoint.access === 'visitor';
  const takesBody = endpoint.body !== undefined || endpoint.image === true;
  const statuses = [
    400,
    ...(isPublic ? [] : [401]),
    403,
    ...((endpoint.params ?? endpoint.body) ? [404] : []),
    ...(takesBody ? [409, 413] : []),
    429,
    500,
    503,
  ];
  const all = [...new Set([...statuses, ...own.keys()])].toSorted((a, b) => a - b);
  const answers = all.map((status): [string, Response] => {
    const refusals = own.get(status);
    if (refusals === undefined)
      return [String(status), { $ref: `#/components/responses/${refusalName(status)}` }];
    return [String(status), refusedWith(status, [...refusals, ...(COMMON[status] ?? [])])];
  });
  return { ...Object.fromEntries(answers), default: { $ref: '#/components/responses/Refused' } };
}

const envelopeOf = (name: ErrorName) => ({ code: errors[name].code, message: wording[name], data: null });

const refusedWith = (status: number, names: readonly ErrorName[]): Response => ({
  description: names.map((name) => `${errors[name].code}: ${wording[name]}`).join('; '),
  ...([429, 503].includes(status) && { headers: { 'retry-after': ref('retryAfter') } }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      examples: Object.fromEntries(
        names.map((name) => [name, { summary: wording[name], value: envelopeOf(name) }]),
      ),
    },
  },
});

/** The refusals by status, and the one for a status that this version does not know. */
function failureResponses(): Record<string, Response> {
  const byStatus = [...sentErrors()].map(([status, names]) => {
    const common = COMMON[status] ?? [];
    return [refusalName(status), refusedWith(status, [...new Set([...common, ...names])])] as const;
  });
  return {
    ...Object.fromEntries(byStatus.filter(([name]) => !UNUSED.has(name))),
    Refused: {
      description: 'Refused, or failed: the code says why',
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Failure' },
          example: envelopeOf('serviceError'),
        },
      },
    },
  };
}

/** Statuses of single calls, which name them, and one that no call of the document gets. */
const UNUSED: ReadonlySet<string> = new Set(['Refused405', 'Refused410']);

/** With the codes of all refusals, once for all calls. */
const describeFailure = (schema: Schema): Schema => simplify(schema);
