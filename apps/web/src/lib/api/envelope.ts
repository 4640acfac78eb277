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

/** Returns a file's bytes. An error envelope in its place throws ApiError. */
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
