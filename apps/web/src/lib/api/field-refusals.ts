import type { ErrorName } from '@portside/contract/wire/errors';
import { isRefusal, type ApiError } from './api-error.ts';

/** Refusals that a form shows at its fields: `names` keeps them out of the toasts, `find` returns the field. */
export function fieldRefusals<F extends string>(fields: Partial<Record<ErrorName, F>>) {
  const names = Object.keys(fields) as ErrorName[];
  function find(error: unknown): { field: F; refusal: ApiError } | undefined {
    if (!isRefusal(error, ...names)) return undefined;
    const field = error.errorName && fields[error.errorName];
    return field && { field, refusal: error };
  }
  return { names, find };
}
