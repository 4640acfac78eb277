import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStored } from '../stored/stored-state.ts';
import { visitorId } from '../stored/visitor-id.ts';

/** Keeps the event stream open, as visitor or user. Its code loads after the first paint. Mount once. */
export function useLiveStream(): void {
  const token = useStored((s) => s.token);
  const client = useQueryClient();
  useEffect(() => {
    let isWanted = true;
    let close: (() => void) | undefined;
    async function open() {
      const { openStream } = await import('./stream.ts');
      const onGap = () => void client.invalidateQueries();
      if (isWanted) close = openStream({ visitor: visitorId(), token, onGap });
    }
    void open();
    return () => {
      isWanted = false;
      close?.();
    };
  }, [token, client]);
}
