/** "@harbour", "harbour" or a link → URL that opens a Telegram chat. */
export const telegramLink = (name: string): string =>
  `https://t.me/${encodeURIComponent(name.trim().replace(/^(https:\/\/)?t\.me\/|^@/, ''))}`;

/** A URL, relative to `base`; undefined for any other text. `URL.parse` is too new. */
export function readUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The path of a URL on this site; undefined for other hosts, schemes and slash tricks. */
export function ownPath(target: string | null | undefined): string | undefined {
  if (!target || !target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return undefined;
  const base = 'http://site.invalid';
  const url = readUrl(target, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
