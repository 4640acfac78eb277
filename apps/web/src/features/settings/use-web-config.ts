import type { SiteConfig } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query } from '../../lib/api/query.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';

const DEFAULT_RETENTION_DAYS = 7;

/** The shop's public settings: loaded at the start; those of the last visit until then. */
export function useWebConfig(): SiteConfig | null {
  const { data } = useQuery(query('readSiteConfig', {}, { isQuiet: true }));
  useEffect(() => {
    if (data) updateStored({ webConfig: data });
  }, [data]);
  return useStored((s) => s.webConfig);
}

/** Days until sold account data is deleted. */
export const useRetentionDays = (): number =>
  useStored((s) => s.webConfig?.retention_days) ?? DEFAULT_RETENTION_DAYS;
