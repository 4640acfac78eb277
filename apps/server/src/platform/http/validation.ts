import { cleanPayload, type ErrorName } from '@portside/contract';
import type { FastifySchemaCompiler } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { ImageForm } from './receive-image.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Checks what a caller sent, after the same cleaning that the page does before sending. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> = ({ schema, httpPart }) => {
  // Headers and forms are read where they are needed; here they only document themselves.
  if (httpPart === 'headers' || schema === ImageForm) return (sent: unknown) => ({ value: sent });
  return (sent: unknown) => {
    const data = clean(sent);
    if (data instanceof Refusal) return { error: data };
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: toRefusal(result.error.issues, data) };
  };
};

function clean(sent: unknown): unknown {
  try {
    return cleanPayload(sent) ?? {};
  } catch (error) {
    if (error instanceof RangeError) return new Refusal('invalidFormat', error.message);
    throw error;
  }
}

/** An empty username is 502, any other missing field 510, a wrong type, format or range 519. */
function toRefusal(issues: readonly Issue[], data: unknown): Refusal {
  const missing = issues.filter((issue) => isMissing(data, issue.path));
  const reason: ErrorName = missing.some(({ path }) => path.at(-1) === 'username')
    ? 'usernameEmpty'
    : missing.length > 0
      ? 'missingParameters'
      : 'invalidFormat';
  return new Refusal(reason, issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function isMissing(data: unknown, path: readonly PropertyKey[]): boolean {
  let value = data;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
