import {
  cleanPayload,
  faultsOf,
  isCleanPayload,
  isMissing,
  isSelection,
  type ErrorName,
  type Issue,
} from '@portside/contract';
import type { FastifySchemaCompiler } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { isImageForm } from './receive-image.ts';
import fastJson from 'fast-json-stringify';

/** Validates what a caller sent, after the same cleaning that the pages do before sending. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> = ({ schema, httpPart }) => {
  // Headers and forms are validated where they are used; their schemas only document them. They are not given back:
  // with headers of its own, Fastify merges them with the caller's wherever one is read.
  if (httpPart === 'headers' || isImageForm(schema)) return () => true;
  return (sent: unknown) => {
    const unknown = httpPart === 'querystring' ? findUnknownKey(schema, sent) : undefined;
    if (unknown !== undefined)
      return {
        error: new Refusal('invalidFormat', `unknown key ${unknown}`, [{ field: unknown, fault: 'unknown' }]),
      };
    const emptied = findEmptySelection(schema, sent);
    if (emptied !== undefined)
      return { error: new Refusal('invalidFormat', `${emptied}: empty`, [{ field: emptied, fault: 'few' }]) };
    const data = clean(sent) ?? {};
    if (data instanceof Refusal) return { error: data };
    const result = z.safeParse(schema, data);
    return result.success
      ? { value: result.data }
      : { error: toRefusal(result.error.issues, data, httpPart !== 'params') };
  };
};

/**
 * A key of the query that the call does not know, even without a value: a misspelt filter must not return everything.
 */
function findUnknownKey(schema: z.ZodMiniType, sent: unknown): string | undefined {
  const { shape } = schema as z.ZodMiniObject;
  return Object.keys(sent as object).find((key) => !Object.hasOwn(shape, key));
}

/** A selection of which nothing would be left after cleaning: absent, it would mean everything. */
function findEmptySelection(schema: z.ZodMiniType, sent: unknown): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const { shape } = schema as Partial<z.ZodMiniObject>;
  return Object.entries(shape ?? {}).find(
    ([key, field]) =>
      isSelection(field) && Object.hasOwn(sent, key) && clean(sent[key as keyof typeof sent]) === undefined,
  )?.[0];
}

function clean(sent: unknown): unknown {
  try {
    return isCleanPayload(sent) ? sent : cleanPayload(sent);
  } catch (error) {
    if (error instanceof RangeError) return new Refusal('invalidFormat', error.message);
    throw error;
  }
}

type WordedIssue = Issue & { readonly message: string };

/** A missing username is 502, any other missing field 510, a wrong type, format or range 519 (specification). */
function toRefusal(issues: readonly WordedIssue[], data: unknown, isNamed: boolean): Refusal {
  const missing = issues.filter((issue) => isMissing(data, issue.path));
  const reason: ErrorName = missing.some(({ path }) => path.at(-1) === 'username')
    ? 'usernameEmpty'
    : missing.length > 0
      ? 'missingParameters'
      : 'invalidFormat';
  const detail = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return new Refusal(reason, detail, isNamed ? faultsOf(issues, data) : []);
}

/**
 * Writes an answer as JSON with the fields that its schema names and no others. It trusts the values: the compiler checks
 * what use cases return, and `testing/app.ts` every answer of a test. Compiled at the first answer, because compiling all of
 * the contract would delay each start by half a second.
 */
export const compileSerializer = ({ schema }: { readonly schema: z.core.$ZodType }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown): string => (write ??= fastJson(toJsonSchema(schema)))(answer);
};

/**
 * Of OpenAPI 3.0, whose `nullable` costs a comparison where a union with null would cost a validation. Rules for what
 * comes in are left out: a union chooses its branch with them, and its validator's are not those that let a value in.
 */
const toJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    override: ({ jsonSchema }) => RULES.forEach((rule) => delete jsonSchema[rule]),
  }) as fastJson.Schema;

const RULES = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
] as const;
