import type { Data } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Updates the cached settings, the public ones included, and pending approvals. */
export function useSettingsChanged(): (answer: Data<'replaceSettings'>) => Promise<void> {
  const client = useQueryClient();
  return async ({ proposals, ...settings }) => {
    client.setQueryData(queryKey('readSettings'), settings);
    if (proposals) await client.invalidateQueries({ queryKey: queryKey('listProposals') });
    await client.invalidateQueries({ queryKey: queryKey('readSiteConfig') });
  };
}
