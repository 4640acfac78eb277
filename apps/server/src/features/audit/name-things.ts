import type { NameById } from '../../platform/audit/name-by-id.ts';
import type { Ctx } from '../../platform/context.ts';
import type { NamedEntry } from './audit.sql.ts';

/** Who names the things of a noun; each feature its own. */
export type ThingNames = ReadonlyMap<string, NameById>;

type Reference = { readonly place: string; readonly noun: string; readonly id: bigint };

const THING = /^(\w+):(\d{1,18})$/;
const ID = /^\d{1,18}$/;
/** Facts of entries that hold the id of something. */
const NOUNS: Readonly<Record<string, string>> = {
  role: 'role',
  agent: 'user',
  user_id: 'user',
  category_id: 'category',
  goodsId: 'goods',
  batchId: 'batch',
};

/** For each entry the names of what it says by id only, by the place where it says so. */
export async function nameThings(
  ctx: Ctx,
  names: ThingNames,
  entries: readonly NamedEntry[],
): Promise<Record<string, string>[]> {
  const references = entries.map(referencesOf);
  const known = new Map<string, ReadonlyMap<bigint, string>>();
  for (const [noun, wanted] of Map.groupBy(references.flat(), (one) => one.noun)) {
    const ids = [...new Set(wanted.map(({ id }) => id))];
    known.set(noun, (await names.get(noun)?.(ctx, ids)) ?? new Map());
  }
  return references.map((ofEntry) =>
    Object.fromEntries(
      ofEntry.flatMap(({ place, noun, id }) => {
        const name = known.get(noun)?.get(id);
        return name === undefined ? [] : [[place, name]];
      }),
    ),
  );
}

const referencesOf = ({ subject, before, after }: NamedEntry): Reference[] => [
  ...thingIn('subject', subject),
  ...factReferences('before', before),
  ...factReferences('after', after),
];

function factReferences(side: 'before' | 'after', facts: unknown): Reference[] {
  if (typeof facts !== 'object' || facts === null) return [];
  return Object.entries(facts).flatMap(([fact, value]): Reference[] => {
    const place = `${side}.${fact}`;
    if (fact === 'on' && typeof value === 'string') return thingIn(place, value);
    const noun = NOUNS[fact];
    return noun && typeof value === 'string' && ID.test(value) ? [{ place, noun, id: BigInt(value) }] : [];
  });
}

function thingIn(place: string, text: string): Reference[] {
  const [, noun, id] = THING.exec(text) ?? [];
  return noun && id ? [{ place, noun, id: BigInt(id) }] : [];
}
