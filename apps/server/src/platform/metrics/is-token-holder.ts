import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests: the time of a comparison must not reveal how much of a guess was right. */
export function isTokenHolder(authorization: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
