import type { ImportForm } from '@portside/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStockChanged } from '../use-stock-changed.ts';
import type { ImportSource } from './import-source.ts';
import { runImport, type Progress } from './run-import.ts';

/** `stuck`: a call failed, and waits for the word to go on. */
export type ImportPhase = 'running' | 'stuck' | 'done';

/** Runs an import from when it is first shown until it is done or out of sight. */
export function useImport(source: ImportSource, form: ImportForm) {
  const changed = useStockChanged();
  const [phase, setPhase] = useState<ImportPhase>('running');
  const [progress, setProgress] = useState<Progress | null>(null);
  const goOn = useRef<() => void>(undefined);

  const start = useEffectEvent(async (signal: AbortSignal) => {
    const askAgain = () =>
      new Promise<boolean>((resolve) => {
        setPhase('stuck');
        goOn.current = () => {
          setPhase('running');
          resolve(true);
        };
        signal.addEventListener('abort', () => resolve(false));
      });
    const batch = await runImport(source, form, { onProgress: setProgress, askAgain, signal });
    if (batch === null || signal.aborted) return;
    setProgress({ batch, share: 1 });
    setPhase('done');
    await changed();
  });

  useEffect(() => {
    const stop = new AbortController();
    start(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) reportError(error);
    });
    return () => stop.abort();
  }, []);

  useEffect(() => {
    if (phase === 'done') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [phase]);

  return { phase, progress, goOn: () => goOn.current?.() };
}
