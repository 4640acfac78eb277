import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/** The JSON of a value that matches the schema, without what the schema does not name; undefined where in doubt. */
type Writer = (value: unknown) => string | undefined;

/**
 * Checks an answer by its schema and writes it as JSON in one pass; zod alone builds the answer anew, and twice where a
 * schema has checks, before it is written. Whatever is not plainly valid goes to zod, which decides: the answer is as
 * zod would have it, or refused.
 */
export const answerSerializer: FastifySerializerCompiler<unknown> = (route) => {
  const throughZod = serializerCompiler(route as never);
  const write = route.schema instanceof z.core.$ZodType ? writerOf(route.schema) : () => undefined;
  return (answer) => write(answer) ?? throughZod(answer);
};

/** What zod knows of a schema. */
const inside = <S extends Schema>({ _zod: internals }: S): S['_zod'] => internals;

const known = new WeakMap<Schema, Writer>();

function writerOf(schema: Schema): Writer {
  let writer = known.get(schema);
  if (!writer) known.set(schema, (writer = createWriter(schema)));
  return writer;
}

function createWriter(schema: Schema): Writer {
  const { def } = inside(schema as z.core.$ZodTypes);
  const passes = createCheck(schema);
  switch (def.type) {
    case 'object':
      return passes === null && def.catchall === undefined ? objectWriter(def.shape) : zodWriter(schema);
    case 'array':
      return arrayWriter(def.element, passes ?? always);
    case 'nullable':
      return passes === null ? nullableWriter(def.innerType) : zodWriter(schema);
    case 'string':
      return def.coerce ? zodWriter(schema) : stringWriter(passes ?? always);
    case 'number':
      return def.coerce ? zodWriter(schema) : numberWriter(passes ?? always);
    case 'boolean':
      return (value) => (value === true ? 'true' : value === false ? 'false' : undefined);
    case 'literal':
    case 'enum':
      return passes === null ? valuesWriter(inside(schema).values!) : zodWriter(schema);
    default:
      return zodWriter(schema);
  }
}

const always = (): boolean => true;

/** Left to zod: kinds that are rare in answers. */
function zodWriter(schema: Schema): Writer {
  return (value) => {
    const { success, data } = z.core.safeEncode(schema, value);
    if (!success) return undefined;
    try {
      return JSON.stringify(data);
    } catch {
      // A value that JSON does not have, beside which another field may be wrong: zod names the first.
      return undefined;
    }
  };
}

function objectWriter(shape: Readonly<Record<string, Schema>>): Writer {
  // Read when the first answer is written: a shape may name itself.
  let fields: { key: string; first: string; next: string; isOptional: boolean; write: Writer }[] | null =
    null;
  const read = () =>
    Object.entries(shape).map(([key, schema]) => {
      const { def } = inside(schema as z.core.$ZodTypes);
      const isOptional = def.type === 'optional' && createCheck(schema) === null;
      const inner = isOptional ? def.innerType : schema;
      return {
        key,
        first: `{${JSON.stringify(key)}:`,
        next: `,${JSON.stringify(key)}:`,
        isOptional,
        write: writerOf(inner),
      };
    });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    fields ??= read();
    let text = '';
    for (let at = 0; at < fields.length; at += 1) {
      const { key, first, next, isOptional, write } = fields[at]!;
      const field = (value as Record<string, unknown>)[key];
      if (field === undefined && isOptional) continue;
      const written = field === undefined ? undefined : write(field);
      if (written === undefined) return undefined;
      text += (text === '' ? first : next) + written;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

function arrayWriter(element: Schema, passes: (value: unknown) => boolean): Writer {
  const write = writerOf(element);
  return (value) => {
    if (!Array.isArray(value) || !passes(value)) return undefined;
    let text = '[';
    for (let at = 0; at < value.length; at += 1) {
      const written = write(value[at]);
      if (written === undefined) return undefined;
      text += at === 0 ? written : `,${written}`;
    }
    return `${text}]`;
  };
}

function nullableWriter(inner: Schema): Writer {
  const write = writerOf(inner);
  return (value) => (value === null ? 'null' : write(value));
}

const stringWriter =
  (passes: (value: unknown) => boolean): Writer =>
  (value) =>
    typeof value === 'string' && passes(value) ? quote(value) : undefined;

const numberWriter =
  (passes: (value: unknown) => boolean): Writer =>
  (value) =>
    Number.isFinite(value) && passes(value) ? `${value as number}` : undefined;

function valuesWriter(values: ReadonlySet<unknown>): Writer {
  const written = new Map([...values].map((value) => [value, JSON.stringify(value) as string | undefined]));
  return (value) => written.get(value);
}

const SHORT = 64;
// oxlint-disable-next-line no-control-regex -- JSON escapes them
const ESCAPED = /[\u0000-\u001f"\\\ud800-\udfff]/;

const quote = (text: string): string =>
  text.length > SHORT || ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;

/** Whether a value passes the schema's own checks as it is; null where it has none. */
function createCheck(schema: Schema): ((value: unknown) => boolean) | null {
  const isCheck = inside(schema).traits.has('$ZodCheck');
  const all = [
    ...(isCheck ? [schema as unknown as z.core.$ZodCheck] : []),
    ...(inside(schema).def.checks ?? []),
  ];
  const checks = all.filter(({ _zod: { def } }) => !DOCUMENTING.has(def.check)).map(({ _zod }) => _zod);
  if (checks.length === 0) return null;
  return (value) => {
    for (let at = 0; at < checks.length; at += 1) {
      const { check, def } = checks[at]!;
      const payload = { value: value as never, issues: [] };
      if (def.when && !def.when(payload)) continue;
      if (check(payload) !== undefined || payload.issues.length > 0 || payload.value !== value) return false;
    }
    return true;
  };
}

/** They say something about a schema, and check nothing. */
const DOCUMENTING: ReadonlySet<string> = new Set(['describe', 'meta']);
