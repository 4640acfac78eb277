import type { AuditFacts } from '../../../platform/audit/audit.tables.ts';
import type { StoredBrand } from './brand.tables.ts';

type Brand = { readonly content: StoredBrand; readonly logo: string | null };

/** What differs between two states of the brand, for the audit log. */
export function brandFacts(
  before: Brand | null | undefined,
  after: Brand | null | undefined,
): { before: AuditFacts; after: AuditFacts } {
  const [from, to] = [factsOf(before), factsOf(after)];
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  );
  const pick = (facts: Record<string, unknown>) =>
    Object.fromEntries(keys.map((key) => [key, facts[key] ?? null])) as AuditFacts;
  return { before: pick(from), after: pick(to) };
}

const factsOf = (brand: Brand | null | undefined): Record<string, unknown> =>
  brand ? { ...brand.content, logo: brand.logo } : {};
