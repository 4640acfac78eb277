import { Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { download } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { BytesImage } from '../../ui/data/bytes-image.tsx';
import classes from './message-image.module.css';

const ImageSheet = lazy(() => import('./image-sheet.tsx'));

type Props = { id: string; reader: 'user' | 'shop'; isDeleted: boolean };

/** An image of a conversation, fetched with the reader's token: it has no public URL. */
export function MessageImage({ id, reader, isDeleted }: Props) {
  const { t } = useTranslation('service');
  const [isOpen, setIsOpen] = useState(false);
  const name = reader === 'user' ? 'readSupportImage' : 'readConversationImage';
  const request = { params: { id } };
  const { data, isError } = useQuery({
    queryKey: queryKey(name, request),
    queryFn: ({ signal }) => download(name, request, { signal, isQuiet: true }),
    staleTime: Infinity,
    enabled: !isDeleted,
  });
  if (isError || isDeleted)
    return (
      <span className={classes.lost}>
        <IconPhotoOff size={18} stroke={1.6} aria-hidden />
        {t(isDeleted ? 'support.image.deleted' : 'support.image.lost')}
      </span>
    );
  if (!data) return <Skeleton className={classes.thumb} radius="md" />;
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setIsOpen(true)}>
        <BytesImage className={classes.thumb} bytes={data} alt={t('support.image.open')} />
      </button>
      <Suspense>{isOpen && <ImageSheet bytes={data} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
