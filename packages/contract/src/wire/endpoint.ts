import * as z from 'zod/mini';
import type { Action } from './actions.ts';

/**
 * Who may call: `visitor` anyone (a token is still checked: a frozen user is refused even here), `user` a signed-in
 * user, `payer` a user or the holder of a ticket for one top-up, `blocked` a blocked user and nobody else, `admin` a
 * user with any role, or the permission that the user's role must have.
 */
export type Access = 'visitor' | 'user' | 'payer' | 'blocked' | 'admin' | { readonly action: Action };

export type Endpoint = {
  readonly access: Access;
  readonly summary: string;
  /**
   * Refused (freshCodeNeeded) if the session's last two-factor code is older than five minutes, so that a stolen
   * session cannot make the call. The server checks it where it binds the endpoint.
   */
  readonly freshCode?: true;
  /** The answer has the browser delete what it stores for the site (Clear-Site-Data). */
  readonly clearsSiteData?: true;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  /** Calls a minute per address, or per API key; the server's general limit if absent. */
  readonly perMinute?: number;
  /** The answer differs by caller and has an ETag: 304 where the caller has it already. */
  readonly hasEtag?: true;
  /** Takes an image as multipart/form-data instead of a JSON body. */
  readonly image?: true;
  /** Names of further images that the form may have, each a part of its own. */
  readonly furtherImages?: readonly string[];
  /** Reads an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** Answers with a file or stream of these types, in addition to or instead of the JSON envelope. */
  readonly raw?: { readonly json: boolean; readonly types: readonly string[] };
  readonly data: z.ZodMiniType;
};

/** An endpoint as its noun declares it: without `access` where its row of the path tables names a permission. */
export type Declared = Omit<Endpoint, 'access'> & { readonly access?: Exclude<Access, object> };

/** Of a spreadsheet in Office Open XML. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** CSV is for programs; in XLSX, numbers are numbers to spreadsheets of any language, and other values texts. */
const TABLE_FORMATS = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Part of the query of an endpoint with `tableFile`; CSV if absent. */
export const tableFormat = { format: z.optional(z.enum(TABLE_FORMATS)) };

/** An endpoint that answers a list as a file for spreadsheets. */
export const tableFile = {
  perMinute: 10,
  raw: { json: false, types: ['text/csv', XLSX_TYPE] },
  data: z.string(),
} as const satisfies Partial<Endpoint>;

/** Checks a table of endpoints and keeps its exact types, from which input and answer types follow. */
export const endpoints = <const T extends Record<string, Declared>>(table: T): T => table;
