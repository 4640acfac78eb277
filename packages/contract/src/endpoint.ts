import type * as z from 'zod/mini';

/**
 * Who may call: `visitor` anybody, `user` a signed-in user who is not frozen,
 * or an action that the user's role must hold.
 */
export type Access = 'visitor' | 'user' | { readonly action: string };

export type Endpoint = {
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  /** Reads an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** Answers a file or a stream rather than the envelope. */
  readonly raw?: true;
  readonly data: z.ZodMiniType;
};

export const endpoints = <const T extends Record<string, Endpoint>>(table: T): T => table;
