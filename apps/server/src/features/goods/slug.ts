import type { GoodsRow } from './goods.sql.ts';

const MAX_LENGTH = 60;
/** Pages with it anywhere in their address are for admins only (specification): badminton is not. */
const GUARDED = 'admin';

/**
 * The last part of a product's address: its id and, for people and search engines, the Latin letters and digits of its
 * English (or else any Latin) name. The id alone decides, so an address lasts when a product is renamed.
 */
export function slugOf({ id, name }: Pick<GoodsRow, 'id' | 'name'>): string {
  const words = [name.en, ...Object.values(name)].map(latinOf).find((text) => text !== '') ?? '';
  return words === '' ? String(id) : `${id}-${words}`;
}

function latinOf(text: string | undefined): string {
  const plain = (text ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  // Of a name in another script, single letters of a brand say too little.
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(plain)) return '';
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !word.includes(GUARDED))
    .join('-');
  return words.length <= MAX_LENGTH ? words : words.slice(0, MAX_LENGTH).replace(/-[^-]*$/, '');
}

/** The id that a product's address begins with; undefined for another text. */
export function idOfSlug(slug: string): bigint | undefined {
  const id = /^(\d{1,18})(?:-|$)/.exec(slug)?.[1];
  return id === undefined ? undefined : BigInt(id);
}
