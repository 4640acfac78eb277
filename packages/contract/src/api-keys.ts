import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { OPERATOR_SCOPES, PROTOCOLS, SCOPES } from './wire/actions.ts';
import {
  Id,
  line,
  NamePrefix,
  Nothing,
  page,
  pageQuery,
  Password,
  PositiveAmount,
  Time,
  whole,
} from './wire/values.ts';

/** Active keys that a buyer, or an admin for the shop, may have at once. */
export const MOST_API_KEYS = 10;
const MOST_RANGES = 20;

/** Whose key it is: a buyer's own, or one that an admin made for a program of the shop. */
export const ApiKeyKind = z.enum(['buyer', 'operator']);
export type ApiKeyKind = z.infer<typeof ApiKeyKind>;

export const ApiKeyState = z.enum(['active', 'ended', 'revoked']);
export type ApiKeyState = z.infer<typeof ApiKeyState>;

/** An address, or a range of them: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
const AddressRange = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);

/** A key as it is listed. The key itself was shown once, when it was made. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** What the shop speaks that it is for; null for this API. */
  protocol: z.nullable(z.enum(PROTOCOLS)),
  /** How it begins and ends. */
  hint: z.string(),
  scopes: z.array(z.enum([...SCOPES, ...OPERATOR_SCOPES])),
  /** From where it may be used; empty for everywhere. */
  ranges: z.array(z.string()),
  ends_at: z.nullable(Time),
  /** What may be spent with it on one of the shop's days; null for all of the balance. */
  spend_a_day: z.nullable(z.string()),
  created_at: Time,
  /** To within some seconds. */
  last_used_at: z.nullable(Time),
  last_address: z.nullable(z.string()),
  state: ApiKeyState,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** A key as the back office sees it. */
export const ApiKeyDetails = z.extend(ApiKey, {
  kind: ApiKeyKind,
  user: z.object({ id: Id, username: z.string() }),
  /** The products that an operator's key may import to, and how many lines a day. */
  goods_ids: z.array(Id),
  lines_a_day: z.nullable(z.int()),
  /** Days of UTC on which it was used, newest first, two weeks at most. */
  days: z.array(z.object({ day: z.string(), calls: z.int(), errors: z.int() })),
});
export type ApiKeyDetails = z.infer<typeof ApiKeyDetails>;

/** Whether a user may have keys: `setting` as the shop's setting says. */
const ApiKeyRight = z.object({ right: z.enum(['setting', 'allowed', 'denied']), is_allowed: z.boolean() });

const terms = {
  name: line(60, 1),
  ranges: z._default(z.array(AddressRange).check(z.maxLength(MOST_RANGES)), []),
  ends_at: z.optional(Time),
};

const WITH_SECRET = {
  /** The whole key, this once. */
  secret: z.string(),
};

export const apiKeysEndpoints = endpoints({
  listOwnApiKeys: {
    access: 'user',
    summary: "The caller's own API keys, newest first; of revoked and ended ones the last few",
    data: z.extend(page(ApiKey), {
      /** Whether the caller may have keys. */
      is_allowed: z.boolean(),
      /** What the shops of resellers may speak here, and the address that is entered in them. */
      connections: z.array(z.object({ protocol: z.enum(PROTOCOLS), base_url: z.string() })),
    }),
  },
  createApiKey: {
    access: 'user',
    freshCode: true,
    perMinute: 20,
    summary: 'Make an API key; the answer holds it this once. Ten can be active at a time',
    body: z.object({
      ...terms,
      /** For a shop that speaks another protocol; such a key opens nothing of this API. */
      protocol: z.optional(z.enum(PROTOCOLS)),
      scopes: z.array(z.enum(SCOPES)).check(z.minLength(1), z.maxLength(SCOPES.length)),
      spend_a_day: z.optional(PositiveAmount),
      password: Password,
    }),
    data: z.extend(ApiKey, {
      ...WITH_SECRET,
      /** `whsec_…`: signs what is sent to the `callback_url` of its orders. Null for a key that places none by this API. */
      callback_secret: z.nullable(z.string()),
    }),
  },
  revokeOwnApiKey: {
    access: 'user',
    summary: 'Revoke one own API key, for good and at once',
    params: z.object({ id: Id }),
    data: Nothing,
  },
  listApiKeys: {
    summary: 'API keys of all users, newest first, with their use',
    query: z.object({
      ...pageQuery,
      /** The beginning of a username or an e-mail address. */
      user: z.optional(NamePrefix),
      kind: z.optional(ApiKeyKind),
      state: z.optional(ApiKeyState),
    }),
    data: page(ApiKeyDetails),
  },
  createOperatorKey: {
    freshCode: true,
    perMinute: 20,
    summary:
      'Make an API key for a program of the shop; the answer holds it this once. It can do no more than its scopes and its creator, from the given addresses only',
    body: z.object({
      ...terms,
      ranges: z.array(AddressRange).check(z.minLength(1), z.maxLength(MOST_RANGES)),
      scopes: z.array(z.enum(OPERATOR_SCOPES)).check(z.minLength(1), z.maxLength(OPERATOR_SCOPES.length)),
      /** With `stock:import`, both are needed: the products, and the lines of all its imports in 24 hours. */
      goods_ids: z._default(z.array(Id).check(z.maxLength(200)), []),
      lines_a_day: z.optional(whole(1, 10_000_000)),
    }),
    data: z.extend(ApiKeyDetails, WITH_SECRET),
  },
  revokeApiKey: {
    freshCode: true,
    summary: "Revoke any user's API key, for good and at once",
    params: z.object({ id: Id }),
    data: ApiKeyDetails,
  },
  readApiKeyRight: {
    summary: 'Whether a user may have API keys',
    params: z.object({ id: Id }),
    data: ApiKeyRight,
  },
  setApiKeyRight: {
    freshCode: true,
    summary:
      'Let a user have API keys or not, whatever the setting says; the keys of one who may not are refused',
    params: z.object({ id: Id }),
    body: z.object({ right: z.enum(['setting', 'allowed', 'denied']) }),
    data: ApiKeyRight,
  },
});
