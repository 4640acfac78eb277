const SHORTEST_SECRET = 6;

/** Returns a function that replaces the node's URL, its parts and its headers in a text with the node's name. */
export function createRedactor(url: string, headers: Readonly<Record<string, string>>, name: string) {
  const secrets = [url, ...Object.values(headers)];
  if (URL.canParse(url)) {
    const { href, host, hostname, username, password, pathname, search, searchParams } = new URL(url);
    secrets.push(href, username, password, pathname, search, ...searchParams.values());
    secrets.push(...pathname.split('/'), host, hostname);
  }
  const long = secrets
    .flatMap((secret) => [secret, decode(secret)])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text: string): string =>
    long.reduce((clean, secret) => clean.replaceAll(secret, `(${name})`), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
