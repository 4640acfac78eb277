import { cleanPayload } from '@portside/contract/wire/clean-payload';
import { ApiError } from './api-error.ts';

export type RequestParts = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Sent instead of a body, as a file of a form. */
  readonly image?: Blob;
  /** By the names of their parts of that form. */
  readonly furtherImages?: Readonly<Record<string, Blob | undefined>>;
};

/** An endpoint's URL with its parameters filled in and the cleaned query appended. */
export function urlOf(address: string, { params, query }: RequestParts): string {
  const values = (params ?? {}) as Record<string, string | undefined>;
  const path = address.replace(/:(\w+)/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${address} needs the parameter ${key}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(cleanPayload(query) ?? {})) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Method, headers, and the image or the cleaned JSON body. A body that is empty after cleaning is sent as {}. */
export function initOf(
  method: string,
  { body, image, furtherImages = {} }: RequestParts,
  token: string | null,
  idempotencyKey?: string,
  language?: string,
): RequestInit {
  const headers: Record<string, string> = {};
  if (language) headers['accept-language'] = language;
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(cleanPayload(body) ?? {});
  }
  if (image) {
    // The browser sets the content type, because only it knows the multipart boundary.
    const form = new FormData();
    form.set('image', image);
    for (const [name, one] of Object.entries(furtherImages)) if (one) form.set(name, one);
    init.body = form;
  }
  return init;
}

/** Used if the code has no text of its own and the server sent no message. */
const NO_MESSAGE = '';

type Envelope = { readonly code: number; readonly message: string; readonly data: unknown };

/** Reads the envelope's data. Throws ApiError where its code is not 200 or there is no envelope. */
export async function readEnvelope(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body)) throw new ApiError(response.status, NO_MESSAGE, { isBare: true });
  if (body.code !== 200) throw new ApiError(body.code, body.message, { cause: body });
  return body.data;
}

/**
 * Returns a file's bytes, under the name that the server gives it, if any. An error envelope in its place throws
 * ApiError.
 */
export async function readFile(response: Response): Promise<File> {
  if (response.ok) {
    const bytes = await response.blob();
    return new File([bytes], nameIn(response.headers.get('content-disposition') ?? ''), { type: bytes.type });
  }
  await readEnvelope(response);
  throw new ApiError(response.status, NO_MESSAGE, { isBare: true });
}

/** RFC 6266: the name in any script, else the plain one. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined
    ? (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? '')
    : decodeURIComponent(encoded);
}

function isEnvelope(body: unknown): body is Envelope {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'number' &&
    'message' in body &&
    typeof body.message === 'string'
  );
}
