import { networkRecords, type Network as NetworkId } from '@portside/chain/networks/registry';
import * as z from 'zod/mini';
import { SORTS, type SortedList, type SortOf } from './sorts.ts';

/** Values that several nouns share. */

export const LANGUAGES = ['zh-cn', 'en', 'pt', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

export const Time = z.iso.datetime();
export const Id = z.string().check(z.regex(/^\d{1,18}$/));
export const Email = z.email().check(z.maxLength(254));

/** Any characters, never trimmed or truncated; argon2 gets the bytes as they are. */
export const NewPassword = z.string().check(z.minLength(6), z.maxLength(256));
export const Password = z.string().check(z.minLength(1), z.maxLength(256));

/**
 * A single line of text, trimmed. Control characters are refused: no one types them, and PostgreSQL cannot store NUL.
 */
export const line = (longest: number, shortest = 0) =>
  z.string().check(z.trim(), z.minLength(shortest), z.maxLength(longest), z.regex(/^\P{Cc}*$/u));

/** Text of several lines, trimmed; the only control characters are line breaks and tabs. */
export const paragraphs = (longest: number, shortest = 0) =>
  z.string().check(z.trim(), z.minLength(shortest), z.maxLength(longest), z.regex(/^[\P{Cc}\n\r\t]*$/u));

/** A text in any of the shop's languages. */
export const inLanguages = <T extends z.ZodMiniType<string>>(text: T) =>
  z.object({
    'zh-cn': z.optional(text),
    en: z.optional(text),
    pt: z.optional(text),
    ru: z.optional(text),
  });

/** What a username consists of: no white space, nothing that reads as a path or an address, no dot at its beginning. */
export const USERNAME = /^(?!\.)[^\s\p{C}/\\?#%:<>"]+$/u;
/** Latin, Cyrillic and Greek letters look alike: a name keeps to one of them. */
export const ONE_ALPHABET =
  /^(?!.*\p{Script=Latin}.*[\p{Script=Cyrillic}\p{Script=Greek}])(?!.*\p{Script=Cyrillic}.*[\p{Script=Latin}\p{Script=Greek}])(?!.*\p{Script=Greek}.*[\p{Script=Latin}\p{Script=Cyrillic}])/u;

/** Trimmed before validation, as the login form does. */
export const Username = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(32), z.regex(USERNAME), z.regex(ONE_ALPHABET));

export const GENDERS = ['random', 'male', 'female'] as const;
export const Gender = z.enum(GENDERS);
export type Gender = z.infer<typeof Gender>;

/** In the order of every list: the records' own. */
export const NETWORKS = networkRecords().map(({ id }) => id) as unknown as readonly [
  NetworkId,
  NetworkId,
  ...NetworkId[],
];
export const Network = z.enum(NETWORKS);
export type Network = NetworkId;

/** Lists: `limit` 1–500 and an opaque `cursor`, which is long because it may contain a folded name. */
export const pageQuery = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(500)), 20),
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
};

/** For short lists: the whole list by default. */
export const wholeListQuery = {
  limit: z._default(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(500)), 500),
  cursor: pageQuery.cursor,
};

/** `sort`: a column of the list, with `-` before it for descending; the list's own order where absent. */
export const sortQuery = <N extends SortedList>(list: N) => {
  const columns: readonly string[] = SORTS[list];
  const ways = [...columns, ...columns.map((column) => `-${column}`)] as SortOf<N>[];
  return { sort: z.optional(z.enum(ways)) };
};

export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()), total: z.nullable(z.int()) });

/** No data: the envelope's `data` is null. */
export const Nothing = z.null();
