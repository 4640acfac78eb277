import type { Ctx } from '../context.ts';
import { listSealingKeys } from './sealing-keys.sql.ts';

/** `newest` seals; `in use` only opens, until everything under it is resealed; `unused` can be removed. */
type KeyState = { readonly id: string; readonly state: 'newest' | 'in use' | 'unused' };

/** The keys of the configuration, newest first. The caller checks permissions. */
export async function readKeys({ db, keyring }: Pick<Ctx, 'db' | 'keyring'>): Promise<KeyState[]> {
  const used = new Set(await listSealingKeys(db));
  const stateOf = (id: string) =>
    id === keyring.newestKeyId ? 'newest' : used.has(id) ? 'in use' : 'unused';
  return keyring.keyIds.map((id) => ({ id, state: stateOf(id) }));
}
