import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { BrandForm } from './brand-form.tsx';

/** What the operator makes their own of the shop. */
export function BrandSettings() {
  const { data, error, isError, refetch } = useQuery({ ...query('readBrand'), refetchOnWindowFocus: false });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={520} maw={900} />;
  // A new form where another state was saved, published or undone.
  const key = `${data.draft?.updated_at} ${data.published?.published_at}`;
  return <BrandForm key={key} state={data} />;
}
