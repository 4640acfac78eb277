import { errorNameOf, type ErrorName } from '@portside/contract/wire/errors';

/** A call that did not succeed: refused by the server, or not answered (code 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code; the HTTP status where there was no envelope; 0 where there was no answer. */
  readonly code: number;
  /** Name in the error table; undefined for an unknown code. */
  readonly errorName: ErrorName | undefined;

  /** `isBare`: there was no envelope, so a gateway's 502 or 504 is not one of our codes with these numbers. */
  constructor(code: number, serverMessage: string, options?: ErrorOptions & { isBare?: boolean }) {
    super(serverMessage, options);
    this.code = code;
    this.errorName = options?.isBare === true && code >= 500 ? undefined : errorNameOf(code);
  }
}

export const isRefusal = (error: unknown, ...names: ErrorName[]): error is ApiError =>
  error instanceof ApiError && error.errorName !== undefined && names.includes(error.errorName);
