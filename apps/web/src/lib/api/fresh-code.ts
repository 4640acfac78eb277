/** Prompts for a fresh two-factor code; resolves to whether the server accepted it. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** Registers the prompt; returns the function that removes it. */
export function onFreshCodeRequested(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Prompts once, however many calls wait for it. */
export function requestFreshCode(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
