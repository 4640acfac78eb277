import type { Ctx } from '../context.ts';
import { listSealingKeys } from './sealing-keys.sql.ts';

/** `newest` seals; `in use` only opens, until all it has sealed is sealed anew; `unused` may be taken out. */
export type KeyState = { readonly id: string; readonly state: 'newest' | 'in use' | 'unused' };

/** The keys of the configuration, newest first. The caller has checked who may see them. */
export async function readKeys({ db, keyring }: Pick<Ctx, 'db' | 'keyring'>): Promise<KeyState[]> {
  const used = new Set(await listSealingKeys(db));
  const stateOf = (id: string) =>
    id === keyring.newestKeyId ? 'newest' : used.has(id) ? 'in use' : 'unused';
  return keyring.keyIds.map((id) => ({ id, state: stateOf(id) }));
}
