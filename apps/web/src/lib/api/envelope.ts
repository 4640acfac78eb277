import { ApiError } from './api-error.ts';

/** Shown only where a code has no wording of its own and the server sent no message. */
const NO_MESSAGE = '';

type Envelope = { readonly code: number; readonly message: string; readonly data: unknown };

/** Reads the envelope. Throws ApiError unless its code is 200, also when there is no envelope at all. */
export async function readEnvelope(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body)) throw new ApiError(response.status, NO_MESSAGE, { isBare: true });
  if (body.code !== 200) throw new ApiError(body.code, body.message, { cause: body });
  return body.data;
}

/** A file passes untouched; a refusal in its place is read like any other. */
export async function readFile(response: Response): Promise<Blob> {
  if (response.ok) return response.blob();
  await readEnvelope(response);
  throw new ApiError(response.status, NO_MESSAGE, { isBare: true });
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
