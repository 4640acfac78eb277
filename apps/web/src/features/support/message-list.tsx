import type { SupportMessage } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDate, formatTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { MessageImage } from './message-image.tsx';
import { messageDays } from './message-days.ts';
import classes from './message-list.module.css';

type Reader = SupportMessage['from'];
/** Operators also see which colleague replied. */
type ShownMessage = SupportMessage & { readonly answered_by?: string | null };

type Props = { messages: readonly ShownMessage[]; reader: Reader };

/** A conversation, oldest first; the reader's own messages are aligned at the end. */
export function MessageList({ messages, reader }: Props) {
  const language = useLanguage();
  return messageDays(messages).map(({ day, messages: ofDay }) => (
    <section key={day} className={classes.day}>
      <h2 className={classes.date}>{formatDate(day, language)}</h2>
      <ol className={classes.messages}>
        {ofDay.map((message) => (
          <Message key={message.id} message={message} reader={reader} />
        ))}
      </ol>
    </section>
  ));
}

function Message({ message, reader }: { message: ShownMessage; reader: Reader }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const { id, from, text, has_image: hasImage, image_deleted: isDeleted } = message;
  const { created_at: at, answered_by: colleague } = message;
  const isOwn = from === reader;
  return (
    <li className={classes.message} data-own={isOwn || undefined}>
      <span className="visually-hidden">{t(isOwn ? 'support.you' : `support.${from}`)}</span>
      <div className={hasImage ? classes.picture : classes.bubble}>
        {hasImage ? <MessageImage id={id} reader={reader} isDeleted={isDeleted} /> : text}
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
