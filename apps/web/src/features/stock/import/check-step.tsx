import { Button, Checkbox, Progress } from '@mantine/core';
import type { Answer, Finding, FindingKind, Survey } from '@portside/accounts/findings';
import { answerForm } from '@portside/accounts/survey-file';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import type { ImportForm } from '@portside/contract';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatBytes } from '../../../lib/format/sizes.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { CertainFindings, Questions } from './findings-list.tsx';
import { FormFields, PreviewTable } from './form-fields.tsx';
import { questionsOf, type Answers } from './import-form.ts';
import type { ImportSource } from './import-run.ts';
import { useFileCheck, type WantedForm } from './use-file-check.ts';
import stockClasses from '../stock.module.css';
import classes from './check.module.css';

type CheckStepProps = {
  source: ImportSource;
  onBack: () => void;
  /** With the file as UTF-8, which is what is sent. */
  onStart: (file: Blob, form: ImportForm) => void;
};

/** Reads the whole file before any of it is on sale: what it holds, and what only the operator can decide. */
export function CheckStep({ source, onBack, onStart }: CheckStepProps) {
  const { t } = useTranslation('admin');
  /** null: as the file seems to be written. */
  const [form, setForm] = useState<WantedForm | null>(null);
  const [answers, setAnswers] = useState<Answers>(new Map());
  const check = useFileCheck(source, form);
  const { survey } = check;
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('stock.import.back')}
    </Button>
  );
  if (check.isUnreadable)
    return (
      <div className={stockClasses.step}>
        <Callout tone="warn" icon={<IconFileOff size={18} />} title={t('stock.import.unreadable.title')}>
          {t('stock.check.unreadable')}
        </Callout>
        <div className={stockClasses.importWizardButtons}>{back}</div>
      </div>
    );
  if (check.held)
    return (
      <div className={stockClasses.step}>
        <EncodingChoice held={check.held} onChoose={check.decodeAs} />
        <div className={stockClasses.importWizardButtons}>{back}</div>
      </div>
    );
  if (!survey) return <CheckProgress bytes={check.bytes} of={check.of} onCancel={onBack} />;
  // A form that is asked for and not yet read by counts: two answers may follow fast.
  const present = form !== null && 'kind' in form ? form : survey.form;
  const answer = (finding: Finding, chosen: Answer) => {
    setAnswers(new Map(answers).set(finding.kind, { finding, answer: chosen }));
    if (Object.keys(chosen.set).length > 0) setForm(answerForm(present, chosen));
  };
  const change = (changed: WantedForm) => {
    const isNew = !('kind' in changed);
    // What was waved through was another form.
    setAnswers(new Map([...answers].filter(([, one]) => !isNew && one.answer.name !== 'go on')));
    setForm(changed);
  };
  const questions = questionsOf(survey.findings, answers);
  const asked = new Set<FindingKind>(questions.map(({ finding }) => finding.kind));
  return (
    <div className={stockClasses.step} aria-busy={check.isStale}>
      <Summary survey={survey} isStale={check.isStale} />
      <Questions questions={questions} onAnswer={answer} />
      <CertainFindings
        findings={survey.findings.filter(({ kind }) => !asked.has(kind))}
        form={survey.form}
        onAnswer={(_, chosen) => setForm(answerForm(present, chosen))}
      />
      <FormFields
        form={present}
        format={source.goods.format}
        sample={survey.sample}
        onForm={change}
        onRestart={(delimiter) => change({ delimiter })}
      />
      <PreviewTable lines={survey.preview} columns={source.goods.format.columns} />
      <StartBar
        left={questions.filter((one) => one.answer === null).length}
        again={check.isStale ? check.bytes / Math.max(1, check.of) : null}
        hasAccounts={survey.sellable > 0}
        back={back}
        onStart={() => onStart(check.file!, survey.form)}
      />
    </div>
  );
}

type CheckProgressProps = { bytes: number; of: number; onCancel: () => void };

function CheckProgress({ bytes, of, onCancel }: CheckProgressProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const sizes = { bytes: formatBytes(bytes, language), of: formatBytes(of, language) };
  return (
    <div className={classes.part}>
      <Progress value={(100 * bytes) / Math.max(1, of)} aria-label={t('stock.check.progress')} />
      <p className={`${classes.quiet} figures`}>{t('stock.check.reading', sizes)}</p>
      <Button variant="default" className={classes.cancel} onClick={onCancel}>
        {t('stock.check.cancel')}
      </Button>
    </div>
  );
}

/** What would become of the lines, in one sentence. */
function Summary({ survey: { lines, sellable }, isStale }: { survey: Survey; isStale: boolean }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const figure = (value: number) => value.toLocaleString(language);
  return (
    <div className={isStale ? `${classes.summary} ${classes.busy}` : classes.summary} aria-live="polite">
      <p className="figures">
        {t('stock.check.summary', {
          lines: figure(lines),
          sellable: figure(sellable),
          others: figure(lines - sellable),
        })}
      </p>
      <p className={classes.quiet}>{t('stock.check.later', { limit: figure(LONGEST_LINE) })}</p>
    </div>
  );
}

type StartBarProps = {
  /** Questions without an answer. */
  left: number;
  /** How far the file has been read again, with another form; null where the figures are those of the form. */
  again: number | null;
  hasAccounts: boolean;
  back: ReactNode;
  onStart: () => void;
};

/** The confirmation of the right to sell, and the start. */
function StartBar({ left, again, hasAccounts, back, onStart }: StartBarProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [hasRight, setHasRight] = useState(false);
  return (
    <>
      <Checkbox
        checked={hasRight}
        onChange={({ currentTarget }) => setHasRight(currentTarget.checked)}
        label={t('stock.import.right')}
        description={t('stock.import.barred')}
      />
      <div className={stockClasses.importWizardButtons}>
        {back}
        <Button disabled={!hasRight || left > 0 || again !== null || !hasAccounts} onClick={onStart}>
          {t('stock.import.start')}
        </Button>
        <output className={classes.left}>
          {again !== null &&
            t('stock.check.again', { share: again.toLocaleString(language, { style: 'percent' }) })}
          {again === null &&
            left > 0 &&
            t('stock.check.left', { count: left, number: left.toLocaleString(language) })}
          {again === null && left === 0 && !hasAccounts && t('stock.import.nothing')}
        </output>
      </div>
    </>
  );
}
