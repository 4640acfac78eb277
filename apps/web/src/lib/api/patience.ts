/** Longest time without any data. The file itself may take as long as it needs. */
const SILENCE_MS = 50_000;

export type Patience = {
  /** Begins an attempt: the signal aborts it when nothing arrives for a while. */
  begin(): AbortSignal;
  /** Passes the answer on and hears each piece of it. */
  hear(response: Response, onBytes?: (bytes: number) => void): Response;
  end(): void;
};

/** How long a file of any length is waited for: while data arrives, and not for a fixed time. */
export function createPatience(): Patience {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = new AbortController();
  const end = (): void => clearTimeout(timer);
  const wait = (): void => {
    end();
    timer = setTimeout(() => attempt.abort(new DOMException('silence', 'TimeoutError')), SILENCE_MS);
  };
  return {
    begin: () => {
      attempt = new AbortController();
      wait();
      return attempt.signal;
    },
    hear: (response, onBytes = () => undefined) =>
      new Response(response.body?.pipeThrough(countBytes(onBytes, wait)) ?? null, response),
    end,
  };
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
