import * as z from 'zod/mini';

/**
 * Who may call: `visitor` anybody (a token is honoured: a frozen user is refused even here), `user` a
 * signed-in user, `payer` a user or who holds a ticket for one top-up, `admin` a user with any role, or an action that the user's role must hold.
 */
export type Access = 'visitor' | 'user' | 'payer' | 'admin' | { readonly action: string };

export type Endpoint = {
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  /** Calls a minute from one address; the server's general limit where absent. */
  readonly perMinute?: number;
  /** Takes one image as the only file of a form (multipart/form-data); then there is no other body. */
  readonly image?: true;
  /** Reads an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** Answers files or streams of these types, beside or instead of JSON in the envelope. */
  readonly raw?: { readonly json: boolean; readonly types: readonly string[] };
  readonly data: z.ZodMiniType;
};

/** A list as a file for spreadsheets. */
export const csvFile = {
  perMinute: 10,
  raw: { json: false, types: ['text/csv'] },
  data: z.string(),
} as const satisfies Partial<Endpoint>;

export const endpoints = <const T extends Record<string, Endpoint>>(table: T): T => table;
