import { ApiError } from './api-error.ts';

/** Used where the code has no text of its own and the server sent no message. */
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
