import { Button, Portal } from '@mantine/core';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useDownloads } from '../../lib/browser/downloads.ts';
import { formatBytes } from '../../lib/format/sizes.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import classes from './downloads-note.module.css';

/** Running downloads with the bytes received so far. In a portal, so that no sheet covers them. */
export function DownloadsNote() {
  const { t } = useTranslation(['translation', 'admin']);
  const language = useLanguage();
  const { pair } = usePunctuation();
  const downloads = useDownloads();
  if (downloads.size === 0) return null;
  return (
    <Portal>
      <section className={classes.note} aria-label={t('admin:table.downloads')}>
        {[...downloads.entries()].map(([key, { filename, bytes, cancel }]) => (
          <p key={key} className={classes.download}>
            <strong>{filename}</strong>
            <span className="figures">{t('admin:table.soFar', { size: formatBytes(bytes, language) })}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={cancel}
              aria-label={pair(t('shell.cancel'), filename)}
            >
              {t('shell.cancel')}
            </Button>
          </p>
        ))}
      </section>
    </Portal>
  );
}
