import { randomKey } from '../random-key.ts';
import { createSafeStorage } from './safe-storage.ts';

const NAME = 'portside-visitor';
const storage = createSafeStorage();

/** A random id by which this browser is counted once among online visitors. It identifies no person. */
export function visitorId(): string {
  const known = storage.getItem(NAME);
  if (typeof known === 'string') return known;
  const made = randomKey();
  storage.setItem(NAME, made);
  return made;
}
