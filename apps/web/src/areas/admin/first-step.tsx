import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { Link } from '../../lib/router/link.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { profilePath } from './profile-path.ts';

/** Shown in place of the pages while an admin must set something up before the server answers them. */
export function FirstStep({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { data, isPending } = useQuery(query('readIdentity'));
  // Until this is known no page may load data: every call would be refused.
  if (isPending) return null;
  const toDo = data?.to_do ?? null;
  if (toDo === null) return children;
  return (
    <>
      <PageHeader title={t('frame.first.title')} lede={t(`frame.first.${toDo}`)} />
      <Button component={Link} to={profilePath()}>
        {t('frame.first.go')}
      </Button>
    </>
  );
}
