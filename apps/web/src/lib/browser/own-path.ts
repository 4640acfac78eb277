/** A path of this site, or undefined: never another host, a scheme or a trick with slashes. */
export function ownPath(target: string | null | undefined): string | undefined {
  if (!target || !target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return undefined;
  const base = 'http://site.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
