/** Asks the reader to confirm with a fresh code; answers whether the server took it. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** Whoever shows the dialog says how it is asked for; answers how to stop. */
export function onFreshCodeRequested(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** One dialog, however many calls wait for it. */
export function requestFreshCode(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
