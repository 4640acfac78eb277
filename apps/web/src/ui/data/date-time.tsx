import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';

/** A moment (ISO 8601) as date and time in the reader's language and time zone. */
export function DateTime({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} className="figures">
      {formatDateTime(at, language)}
    </time>
  );
}
