import { Button, Skeleton } from '@mantine/core';
import type { WrittenDocument } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './documents.module.css';
import { DocumentForm } from './document-form.tsx';

/** Terms, privacy policy and refund rules: the operator's own texts, or the built-in ones. */
export function AllDocuments() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery({ ...query('listDocuments'), select: itemsOf });
  const { pair } = usePunctuation();
  const opened = useOpenedRow(data, ({ name }) => name);
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={t('documents.title')} className={classes.panel}>
      <p className={classes.lede}>{t('documents.lede')}</p>
      {!data && <Skeleton height={160} />}
      <ul className={classes.list}>
        {data?.map((one) => (
          <li key={one.name}>
            <span className={classes.name}>
              <strong>{t(`documents.name.${one.name}`)}</strong>
              <State document={one} />
            </span>
            <Button
              variant="default"
              aria-label={pair(t('documents.write'), t(`documents.name.${one.name}`))}
              onClick={() => opened.open(one)}
            >
              {t('documents.write')}
            </Button>
          </li>
        ))}
      </ul>
      {opened.row && <DocumentForm document={opened.row} onClose={opened.close} />}
    </Panel>
  );
}

function State({ document: { body, updated_at: at } }: { document: WrittenDocument }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list } = usePunctuation();
  if (at === null) return <span className={classes.quiet}>{t('documents.builtIn')}</span>;
  const written = LANGUAGES.filter((one) => body[one]).map((one) => languageNames[one]);
  return (
    <span className={classes.quiet}>
      {list(written)} · {t('documents.changed', { at: formatDateTime(at, language) })}
    </span>
  );
}
