import type { SupportMessage } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDate, formatTime } from '../../lib/format/times.ts';
import classes from './support.module.css';
import { Picture } from '../../ui/pictures/pictures.tsx';
import { Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState, useCallback } from 'react';
import { download } from '../../lib/api/download.ts';
import { queryKey } from '../../lib/api/query.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';

type Reader = SupportMessage['from'];
/** Operators also see which colleague replied. */
type ShownMessage = SupportMessage & { readonly answered_by?: string | null };

type Props = {
  messages: readonly ShownMessage[];
  reader: Reader;
  /** As it is, if absent. */
  renderText?: (text: string) => ReactNode;
};

/** A conversation, oldest first; the reader's own messages are aligned at the end. */
export function MessageList({ messages, reader, renderText }: Props) {
  const language = useLanguage();
  return messageDays(messages).map(({ day, messages: ofDay }) => (
    <section key={day} className={classes.day}>
      <h2 className={classes.date}>{formatDate(day, language)}</h2>
      <ol className={classes.messages}>
        {ofDay.map((message) => (
          <Message key={message.id} message={message} reader={reader} renderText={renderText} />
        ))}
      </ol>
    </section>
  ));
}

function Message({
  message,
  reader,
  renderText,
}: { message: ShownMessage; reader: Reader } & { renderText: Props['renderText'] | undefined }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const { id, from, text, has_image: hasImage, image_deleted: isDeleted } = message;
  const { created_at: at, answered_by: colleague } = message;
  const isOwn = from === reader;
  return (
    <li className={classes.message} data-own={isOwn || undefined}>
      <span className="visually-hidden">{t(isOwn ? 'support.you' : `support.${from}`)}</span>
      <div className={hasImage ? classes.picture : classes.bubble}>
        {hasImage ? (
          <MessageImage id={id} reader={reader} isDeleted={isDeleted} />
        ) : (
          ((text && renderText?.(text)) ?? text)
        )}
      </div>
      <span className={classes.time}>
        {colleague && <span>{colleague}</span>}
        <time className="figures" dateTime={at}>
          {formatTime(at, language)}
        </time>
      </span>
    </li>
  );
}

type MessageDay<M> = { readonly day: string; readonly messages: readonly M[] };

/**
 * Groups messages (oldest first) by day in the reader's time zone; a day is identified by its first message's time.
 */
function messageDays<M extends Pick<SupportMessage, 'created_at'>>(messages: readonly M[]): MessageDay<M>[] {
  const days: { day: string; messages: M[] }[] = [];
  for (const message of messages) {
    const last = days.at(-1);
    if (last && isSameDay(last.day, message.created_at)) last.messages.push(message);
    else days.push({ day: message.created_at, messages: [message] });
  }
  return days;
}

const isSameDay = (a: string, b: string): boolean => formatDate(a, 'en') === formatDate(b, 'en');

/** Signal flags: write to us. */
export const SignalPicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 104" width={size}>
    <ellipse cx="66" cy="92" rx="52" ry="8" fill="var(--wash)" stroke="none" />
    <path d="M40 92V8M40 14c30 0 40 8 66 4" />
    <path d="M46 15v24l24 3V17z" fill="var(--ground)" />
    <path d="M46 27l24 3V17l-24-2z" fill="var(--signal)" stroke="none" />
    <path d="M46 15v24l24 3V17z" />
    <path d="M76 18v24l24 1V19z" fill="var(--tint)" />
    <path d="m76 18 24 25M100 19 76 42" />
    <path d="M32 92h16M36 8a4 4 0 1 1 8 0" />
    <path d="M54 92c6-4 12-4 18 0s12 4 18 0 12-4 18 0" opacity=".5" />
  </Picture>
);

type MessageImageProps = { id: string; reader: 'user' | 'shop'; isDeleted: boolean };

/** An image of a conversation, fetched with the reader's token: it has no public URL. */
function MessageImage({ id, reader, isDeleted }: MessageImageProps) {
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
      {isOpen && <ImageSheet bytes={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const WIDTH_PX = 960;

/** An image at full size. */
function ImageSheet({ bytes, onClose }: { bytes: Blob; onClose: () => void }) {
  const { t } = useTranslation('service');
  return (
    <Sheet title={t('support.image.title')} size={WIDTH_PX} onClose={onClose}>
      <BytesImage className={classes.whole} bytes={bytes} alt={t('support.image.title')} />
    </Sheet>
  );
}

type BytesProps = { bytes: Blob; alt: string; className?: string | undefined };

/** An image that is in memory and has no public URL. */
export function BytesImage({ bytes, alt, className }: BytesProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(bytes);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes],
  );
  return <img ref={show} alt={alt} className={className} />;
}
