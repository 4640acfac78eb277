import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { forgetKeptAnswers } from '../browser/kept-answers.ts';
import { useStored } from '../stored/stored-state.ts';
import { visitorId } from '../stored/visitor-id.ts';
import { openStream } from './stream.ts';

/** The shop could not be reached. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.code === 0;

/** Keeps the event stream open, as visitor or user. Mount once. */
export function useLiveStream(): void {
  const token = useStored((s) => s.token);
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries();
    return openStream({
      visitor: visitorId(),
      token,
      // Where the shop can be reached again, nothing old stays on the page.
      onGap: (isBack) => {
        if (isBack) forgetKeptAnswers();
        refetch();
      },
      onOpen: () => {
        if (forgetKeptAnswers()) refetch();
        else
          void client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnanswered(state.error) });
      },
    });
  }, [token, client]);
}
