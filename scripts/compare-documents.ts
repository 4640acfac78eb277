import type { ApiDocument, Operation } from '../apps/server/src/api-document/complete-document.ts';
import type { Schema } from '../apps/server/src/api-document/example-of.ts';

type Operations = Readonly<Record<string, Snapshot['operations'][string]>>;
type Input = { readonly required: boolean; readonly schema: Schema };
/** What clients depend on: input, answers and shared schemas, without texts, examples and rules for values. */
export type Snapshot = {
  readonly version: string;
  readonly operations: Record<
    string,
    {
      readonly name: string;
      readonly input: Readonly<Record<string, Input>>;
      readonly answers: Readonly<Record<string, Schema>>;
    }
  >;
  readonly schemas: Readonly<Record<string, Schema>>;
};

/** The part of a document that clients depend on. */
export function snapshotOf({ info, paths, components }: ApiDocument): Snapshot {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Snapshot['operations'][string]] => [
      `${method.toUpperCase()} ${path}`,
      { name: operation.operationId, input: inputOf(operation), answers: answersOf(operation) },
    ]),
  );
  const sorted = operations.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    version: String(info['version']),
    operations: Object.fromEntries(sorted),
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, shapeOf(schema)])),
  };
}

function inputOf({ parameters = [], requestBody }: Operation): Record<string, Input> {
  const inputs = parameters.map(({ name, in: place, required = false, schema }) => [
    `${place} ${name}`,
    { required, schema: shapeOf(schema) },
  ]);
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
    `body ${type}`,
    { required: requestBody!.required ?? false, schema: shapeOf(schema!) },
  ]);
  return Object.fromEntries([...inputs, ...bodies]) as Record<string, Input>;
}

/** Of JSON what is in the envelope, which is the same for all. */
const answersOf = ({ responses }: Operation): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(responses['200']!.content ?? {}).map(([type, { schema }]) => [
      type,
      shapeOf(schema!.properties?.['data'] ?? schema!),
    ]),
  );

const SHAPE = ['$ref', 'type', 'enum', 'const', 'required', 'format'] as const;

/** A schema without what only bounds values. */
function shapeOf(schema: Schema): Schema {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  const isText = schema.type === 'string' && schema.enum === undefined;
  return {
    ...Object.fromEntries(
      SHAPE.filter((key) => schema[key] !== undefined && !(key === 'format' && !isText)).map((key) => [
        key,
        schema[key],
      ]),
    ),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, shapeOf(one)])),
    }),
    ...(items && { items: shapeOf(items) }),
    ...((anyOf ?? oneOf) && { anyOf: (anyOf ?? oneOf)!.map(shapeOf) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: shapeOf(additionalProperties) }),
  };
}

/** One line for each operation and schema, so that a change shows as the lines that it changed. */
export function writeSnapshot({ version, operations, schemas }: Snapshot): string {
  const lines = (entries: object): string =>
    Object.entries(entries)
      .map(([name, one]) => `    ${JSON.stringify(name)}: ${JSON.stringify(one)}`)
      .join(',\n');
  return `{\n  "version": "${version}",\n  "operations": {\n${lines(operations)}\n  },\n  "schemas": {\n${lines(schemas)}\n  }\n}\n`;
}

/** What of the newer one breaks clients that were written against the older one; empty if nothing does. */
export function findBreaks(older: Snapshot, newer: Snapshot): string[] {
  return Object.entries(older.operations as Operations).flatMap(([name, before]) => {
    const after = newer.operations[name];
    if (after === undefined) return [`${name}: removed`];
    const ways = { older: older.schemas, newer: newer.schemas };
    const renamed =
      before.name === after.name ? [] : [`${name}: operation ${before.name} is called ${after.name}`];
    const inputs = Object.keys({ ...before.input, ...after.input }).flatMap((place) =>
      compareInput(`${name} ${place}`, before.input[place], after.input[place], ways),
    );
    const answers = Object.entries(before.answers).flatMap(([type, schema]) => {
      const now = after.answers[type];
      const at = `${name} answer ${type}`;
      return now === undefined ? [`${at}: removed`] : compare(at, schema, now, { ...ways, isInput: false });
    });
    return [...renamed, ...inputs, ...answers];
  });
}

type Ways = { readonly older: Snapshot['schemas']; readonly newer: Snapshot['schemas'] };

function compareInput(at: string, before: Input | undefined, after: Input | undefined, ways: Ways): string[] {
  if (after === undefined) return [`${at}: removed`];
  if (before === undefined) return after.required ? [`${at}: newly required`] : [];
  return [
    ...(after.required && !before.required ? [`${at}: newly required`] : []),
    ...compare(at, before.schema, after.schema, { ...ways, isInput: true }),
  ];
}

const follow = (schema: Schema, schemas: Snapshot['schemas']): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!;

/** A type that also allows null, as its parts: what else it allows, and that it does. */
function parts(schema: Schema): { readonly rest: readonly Schema[]; readonly isNullable: boolean } {
  const branches = schema.anyOf ?? [schema];
  const types = branches.flatMap((one) => [one.type ?? []].flat());
  const rest = branches
    .filter(({ type }) => type !== 'null')
    .map((one) => {
      const left = [one.type ?? []].flat().filter((type) => type !== 'null');
      return left.length === 0 ? one : { ...one, type: left.length === 1 ? left[0]! : left };
    });
  return { rest, isNullable: types.includes('null') };
}

function compare(
  at: string,
  olderSchema: Schema,
  newerSchema: Schema,
  ways: Ways & { readonly isInput: boolean },
): string[] {
  const [before, after] = [parts(follow(olderSchema, ways.older)), parts(follow(newerSchema, ways.newer))];
  const breaks: string[] = [];
  if (ways.isInput && before.isNullable && !after.isNullable) breaks.push(`${at}: no longer null`);
  if (!ways.isInput && !before.isNullable && after.isNullable) breaks.push(`${at}: may be null`);
  if (before.rest.length !== after.rest.length) return [...breaks, `${at}: other alternatives`];
  return [...breaks, ...before.rest.flatMap((one, place) => comparePlain(at, one, after.rest[place]!, ways))];
}

function comparePlain(
  at: string,
  olderSchema: Schema,
  newerSchema: Schema,
  ways: Ways & { readonly isInput: boolean },
): string[] {
  const [before, after] = [follow(olderSchema, ways.older), follow(newerSchema, ways.newer)];
  const typeOf = ({ type, format, const: only }: Schema) => JSON.stringify([type, format, only]);
  if (typeOf(before) !== typeOf(after)) return [`${at}: ${typeOf(before)} became ${typeOf(after)}`];
  const values = (before.enum ?? []).filter((value) => !(after.enum ?? [value]).includes(value));
  const breaks = values.map((value) => `${at}: no longer ${JSON.stringify(value)}`);
  if (ways.isInput && !before.enum && after.enum) breaks.push(`${at}: only some values`);
  for (const [name, one] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name];
    breaks.push(
      ...(now === undefined ? [`${at}.${name}: removed`] : compare(`${at}.${name}`, one, now, ways)),
    );
  }
  const [needed, needs] = [before.required ?? [], after.required ?? []];
  if (ways.isInput)
    breaks.push(
      ...needs.filter((name) => !needed.includes(name)).map((name) => `${at}.${name}: newly required`),
    );
  else
    breaks.push(
      ...needed
        .filter((name) => name in (after.properties ?? {}) && !needs.includes(name))
        .map((name) => `${at}.${name}: may be absent`),
    );
  if (before.items && after.items) breaks.push(...compare(`${at}[]`, before.items, after.items, ways));
  return breaks;
}
