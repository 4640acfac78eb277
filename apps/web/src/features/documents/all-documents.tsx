import { Button, Skeleton } from '@mantine/core';
import type { WrittenDocument, Language } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './documents.module.css';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useWarrantyAnswerHours } from '../../lib/stored/stored-state.ts';
import { loadDocuments } from '../../locales/documents.ts';
import { fallbackOf, toKept, toTexts, withoutBlank, type Texts } from '../../locales/texts.ts';
import { LanguageTabs } from '../../ui/fields/language-tabs.tsx';
import { ReaderPreview, RichText } from '../../ui/data/rich-text.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import { builtInHtml } from './built-in-html.ts';

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

const WIDTH_PX = 860;

/** The editor is larger than the rest of the page, so it loads lazily. */
const RichTextField = lazy(() => import('../../ui/fields/rich-text-field.tsx'));

type Props = { document: WrittenDocument; onClose: () => void };

/** Edits one document in each language, with a preview. */
function DocumentForm({ document, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [opened] = useState<Texts>(() => toTexts(document.body));
  const [body, setBody] = useState(opened);
  const [problem, setProblem] = useState<ReactNode>(null);
  const send = useFormCall({
    values: { body },
    setErrors: ({ body: found }) => setProblem(found),
    isDirty: () => body !== opened,
  });
  const { name } = document;
  const write = (language: Language, html: string) =>
    setBody((now) => (now[language] === html ? now : { ...now, [language]: html }));
  const written = withoutBlank(body);
  const save = useThrottledAction(async () => {
    setProblem(null);
    const { items } = await call('listDocuments');
    const now = toTexts(items.find((one) => one.name === name)?.body ?? document.body);
    const form = { values: body, getInitialValues: () => opened };
    const kept = toKept(withoutBlank(typedOver(form, now)));
    await send('replaceDocument', { params: { name }, body: { body: kept } });
    toastSuccess('document', t('documents.saved'));
    await Promise.all(
      (['listDocuments', 'readDocument'] as const).map((one) =>
        client.invalidateQueries({ queryKey: queryKey(one) }),
      ),
    );
    onClose();
  });
  return (
    <Sheet title={t(`documents.name.${name}`)} side="end" size={WIDTH_PX} onClose={onClose}>
      <div className={classes.form}>
        <LanguageTabs label={t('documents.languages')} isWritten={(language) => written[language] !== ''}>
          {(language) => (
            <OneLanguage
              name={name}
              language={language}
              body={written}
              onChange={(html) => write(language, html)}
            />
          )}
        </LanguageTabs>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <div className={classes.buttons}>
          <ThrottledButton action={save}>{t('documents.save')}</ThrottledButton>
          <span className={classes.quiet}>{t('documents.clearHint')}</span>
        </div>
      </div>
    </Sheet>
  );
}

type PartProps = {
  name: WrittenDocument['name'];
  language: Language;
  body: Texts;
  onChange: (html: string) => void;
};

function OneLanguage({ name, language, body, onChange }: PartProps) {
  const { t } = useTranslation('admin');
  const answerHours = useWarrantyAnswerHours();
  // The editor reads its text once, so another text needs a new editor.
  const [start, setStart] = useState({ html: body[language], turn: 0 });
  const begin = useThrottledAction(async () => {
    const html = builtInHtml((await loadDocuments(language, { answerHours }))[name]);
    setStart(({ turn }) => ({ html, turn: turn + 1 }));
    onChange(html);
  });
  const read = body[language] === '' ? fallbackOf(body) : language;
  return (
    <>
      <Suspense fallback={<Skeleton height={220} />}>
        <RichTextField key={start.turn} label={t('documents.body')} html={start.html} onChange={onChange} />
      </Suspense>
      {body[language] === '' && (
        <div>
          <Button variant="light" size="sm" loading={begin.isRunning} onClick={() => void begin.run()}>
            {t('documents.fromBuiltIn')}
          </Button>
        </div>
      )}
      <ReaderPreview label={t('documents.preview')} of={read === language ? undefined : read}>
        {read ? <RichText html={body[read]} /> : <p>{t('documents.readersGetBuiltIn')}</p>}
      </ReaderPreview>
    </>
  );
}
