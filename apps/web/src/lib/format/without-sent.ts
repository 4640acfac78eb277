/** What a field still holds once what it held was sent: words typed meanwhile stay. */
export const withoutSent = (now: string, sent: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
