import { createSafeStorage } from './safe-storage.ts';

const NAME = 'portside-visitor';
const storage = createSafeStorage();

/** A random id by which the shop counts this browser once among the online visitors. It names nobody. */
export function visitorId(): string {
  const known = storage.getItem(NAME);
  if (typeof known === 'string') return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  storage.setItem(NAME, made);
  return made;
}
