import type { LiveFigures } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsContentShown } from '../../lib/api/content-shown.ts';
import { query } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';

/** The shop's live figures: loaded once, then updated by the stream. undefined while loading. */
export function useLiveFigures(): LiveFigures | undefined {
  const client = useQueryClient();
  const figures = query('readLiveFigures');
  useLiveEvent('figures', (event) => client.setQueryData(figures.queryKey, event));
  return useQuery({ ...figures, enabled: useIsContentShown() }).data;
}
