import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStored } from '../stored/stored-state.ts';
import { visitorId } from '../stored/visitor-id.ts';
import { openStream } from './stream.ts';

/** Keeps the event stream open as visitor or user. Mount once. */
export function useLiveStream(): void {
  const token = useStored((s) => s.token);
  const client = useQueryClient();
  useEffect(
    () => openStream({ visitor: visitorId(), token, onReopen: () => void client.invalidateQueries() }),
    [token, client],
  );
}
