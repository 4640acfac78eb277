import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetKeptAnswers } from '../browser/kept-answers.ts';
import { useStored } from '../stored/stored-state.ts';
import { visitorId } from '../stored/visitor-id.ts';
import { openStream } from './stream.ts';

/** Keeps the event stream open, as visitor or user. Mount once. */
export function useLiveStream(): void {
  const token = useStored((s) => s.token);
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries();
    return openStream({
      visitor: visitorId(),
      token,
      onGap: refetch,
      // The shop can be reached again: nothing old stays on the page.
      onOpen: () => {
        if (forgetKeptAnswers()) refetch();
      },
    });
  }, [token, client]);
}
