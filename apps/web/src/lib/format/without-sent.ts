/** What a field still holds once what it held was sent: words typed meanwhile stay, and another word that begins so. */
export function withoutSent(now: string, sent: string): string {
  const rest = now.startsWith(sent) ? now.slice(sent.length) : null;
  return rest === '' || (rest !== null && /^[^\p{L}\p{N}]/u.test(rest)) ? rest.trimStart() : now;
}
