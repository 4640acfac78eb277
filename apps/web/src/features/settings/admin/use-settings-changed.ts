import type { ShopSettings } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Shows the new settings everywhere, those that every page reads included. */
export function useSettingsChanged(): (settings: ShopSettings) => Promise<void> {
  const client = useQueryClient();
  return async (settings) => {
    client.setQueryData(queryKey('readSettings'), settings);
    await client.invalidateQueries({ queryKey: queryKey('readSiteConfig') });
  };
}
