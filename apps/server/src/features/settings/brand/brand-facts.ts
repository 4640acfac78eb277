import { changedFacts } from '../../../platform/audit/changed-facts.ts';
import type { Brand } from './brand.tables.ts';

type State = Brand | null | undefined;

/** What differs between two states of the brand, for the audit log. */
export const brandFacts = (before: State, after: State): ReturnType<typeof changedFacts> =>
  changedFacts(factsOf(before), factsOf(after));

const factsOf = (brand: State): Record<string, unknown> =>
  brand ? { ...brand.content, logo: brand.logo } : {};
