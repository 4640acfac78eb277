import type { EndpointName } from '@portside/contract';

const HELD: ReadonlySet<EndpointName> = new Set([
  'listCategories',
  'listGoods',
  'readSiteConfig',
  'listAnnouncementsAt',
]);

/**
 * Whether the answer of a call is held in memory: what every page asks for, and never what somebody searched for, which
 * hardly anybody else searches for.
 */
export const isHeldAnswer = (name: EndpointName, input: unknown): boolean =>
  HELD.has(name) && (input as { query?: { q?: string } }).query?.q === undefined;
