import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';

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
