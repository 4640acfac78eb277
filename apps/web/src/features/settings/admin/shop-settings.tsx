import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { SettingsForm } from './settings-form.tsx';
import { toFormValues } from './settings-values.ts';

/** The settings that operators can change while the shop runs. */
export function ShopSettings() {
  const { data, error, isError, refetch } = useQuery({
    ...query('readSettings'),
    refetchOnWindowFocus: false,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={520} maw={900} />;
  return <SettingsForm values={toFormValues(data)} />;
}
