import type { ExportName } from '@portside/contract';
import { exportPaths } from '@portside/contract/wire/export-paths';
import { readFile } from './envelope.ts';
import { send, type RequestOf } from './call.ts';

/** Longest time without any data. The file itself may take as long as it needs. */
const SILENCE_MS = 50_000;

type Watch = {
  readonly signal: AbortSignal;
  /** Called with the number of bytes received so far. */
  onBytes(bytes: number): void;
};

/**
 * Downloads a file of any length. It fails when no data arrives for a while, not after a fixed time. Throws ApiError;
 * an abort by the caller's signal is rethrown as it is.
 */
export async function streamFile<N extends ExportName>(
  name: N,
  request: RequestOf<N>,
  { signal, onBytes }: Watch,
): Promise<Blob> {
  const silence = createSilence();
  const read = (response: Response): Promise<Blob> => {
    const counted = response.body?.pipeThrough(countBytes(onBytes, silence.hear)) ?? null;
    return readFile(new Response(counted, response));
  };
  try {
    return await send(exportPaths[name], request, { signal }, read, silence.begin);
  } finally {
    silence.end();
  }
}

function countBytes(
  onBytes: (bytes: number) => void,
  onPiece: () => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, out) {
      onPiece();
      onBytes((bytes += piece.byteLength));
      out.enqueue(piece);
    },
  });
}

function createSilence() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = new AbortController();
  const end = (): void => clearTimeout(timer);
  const hear = (): void => {
    end();
    timer = setTimeout(() => attempt.abort(new DOMException('silence', 'TimeoutError')), SILENCE_MS);
  };
  const begin = (): AbortSignal => {
    attempt = new AbortController();
    hear();
    return attempt.signal;
  };
  return { begin, hear, end };
}
