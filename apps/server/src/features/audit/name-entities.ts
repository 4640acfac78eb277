import type { NameById } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { NamedEntry } from './audit.sql.ts';

/** Looks up the names of a noun's entities, by noun; each feature supplies its own. */
export type EntityNames = ReadonlyMap<string, NameById>;

type Mention = { readonly path: string; readonly noun: string; readonly id: bigint };

const ENTITY_REFERENCE = /^(\w+):(\d{1,18})$/;
const ID = /^\d{1,18}$/;
/** Facts of entries that hold an id, with the noun it belongs to. */
const NOUNS: Readonly<Record<string, string>> = {
  role: 'role',
  agent: 'user',
  user_id: 'user',
  category_id: 'category',
  level_id: 'level',
  goodsId: 'goods',
  parentId: 'category',
  familyId: 'family',
  batchId: 'batch',
};

/**
 * For each entry the present names of the entities that it mentions by id, keyed by path: `subject`, `before.role`,
 * `after.on`. Names that cannot be found are left out.
 */
export async function nameEntities(
  ctx: Ctx,
  names: EntityNames,
  entries: readonly NamedEntry[],
): Promise<Record<string, string>[]> {
  const references = entries.map(mentionsOf);
  const known = new Map<string, ReadonlyMap<bigint, string>>();
  for (const [noun, wanted] of Map.groupBy(references.flat(), (one) => one.noun)) {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    known.set(noun, (await names.get(noun)?.(ctx, ids)) ?? new Map());
  }
  return references.map((mentions) =>
    Object.fromEntries(
      mentions.flatMap(({ path, noun, id }) => {
        const name = known.get(noun)?.get(id);
        return name === undefined ? [] : [[path, name]];
      }),
    ),
  );
}

const mentionsOf = ({ subject, before, after }: NamedEntry): Mention[] => [
  ...referenceIn('subject', subject),
  ...mentionsInFacts('before', before),
  ...mentionsInFacts('after', after),
];

function mentionsInFacts(side: 'before' | 'after', facts: unknown): Mention[] {
  if (typeof facts !== 'object' || facts === null) return [];
  return Object.entries(facts).flatMap(([fact, value]): Mention[] => {
    const path = `${side}.${fact}`;
    if (fact === 'on' && typeof value === 'string') return referenceIn(path, value);
    // Of a change of several, the facts of each by what it is.
    if (typeof value === 'object' && ENTITY_REFERENCE.test(fact)) return referenceIn(path, fact);
    const noun = NOUNS[fact];
    return noun && typeof value === 'string' && ID.test(value) ? [{ path, noun, id: BigInt(value) }] : [];
  });
}

function referenceIn(path: string, text: string): Mention[] {
  const [, noun, id] = ENTITY_REFERENCE.exec(text) ?? [];
  return noun && id ? [{ path, noun, id: BigInt(id) }] : [];
}
