import { paths, type EndpointName } from '@portside/contract/paths';
import { cleanPayload } from '@portside/contract/clean-payload';

export type RequestParts = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Instead of a body: the only file of a form. */
  readonly image?: Blob;
};

/** Path with its parameters filled in and the cleaned query appended. */
export function urlOf(name: EndpointName, { params, query }: RequestParts): string {
  const values = (params ?? {}) as Record<string, string | undefined>;
  const path = paths[name][1].replace(/:(\w+)/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${name} needs the parameter ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(cleanPayload(query) ?? {})) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Method, headers, and the image or the cleaned JSON body. A body that cleans away to nothing is sent as {}. */
export function initOf(
  name: EndpointName,
  { body, image }: RequestParts,
  token: string | null,
  idempotencyKey?: string,
  language?: string,
): RequestInit {
  const headers: Record<string, string> = {};
  if (language) headers['accept-language'] = language;
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method: paths[name][0], headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(cleanPayload(body) ?? {});
  }
  if (image) {
    // The browser names the type itself: only it knows the boundary between the form's parts.
    const form = new FormData();
    form.set('image', image);
    init.body = form;
  }
  return init;
}
