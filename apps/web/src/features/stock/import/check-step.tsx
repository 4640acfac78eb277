import { Button, Checkbox, Progress } from '@mantine/core';
import type { Answer, Finding, FindingKind, Survey } from '@portside/accounts/findings';
import { LONGEST_LINE } from '@portside/accounts/line-limit';
import type { ImportForm } from '@portside/contract';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatBytes } from '../../../lib/format/sizes.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { CertainFindings, Questions } from './findings-list.tsx';
import { FormFields, PreviewTable } from './form-fields.tsx';
import { applyAnswer, questionsOf, type Answers } from './import-form.ts';
import type { ImportSource } from './import-run.ts';
import { useFileCheck } from './use-file-check.ts';
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
  const [form, setForm] = useState<ImportForm | null>(null);
  const [answers, setAnswers] = useState<Answers>(new Map());
  const check = useFileCheck(source, form);
  const { survey } = check;
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('stock.import.back')}
    </Button>
  );
  if (check.phase === 'unreadable')
    return (
      <div className={stockClasses.step}>
        <Callout
          tone="warn"
          icon={<IconFileOff size={18} />}
          title={t('stock.import.unreadable.title')}
        >
          {t('stock.check.unreadable')}
        </Callout>
        <div className={stockClasses.importWizardButtons}>{back}</div>
      </div>
    );
  if (check.phase === 'encoding')
    return (
      <div className={stockClasses.step}>
        <EncodingChoice file={source.file} guesses={check.guesses} onChoose={check.decodeAs} />
        <div className={stockClasses.importWizardButtons}>{back}</div>
      </div>
    );
  if (!survey) return <CheckProgress bytes={check.bytes} of={check.of} onCancel={onBack} />;
  const answer = (finding: Finding, chosen: Answer) => {
    setAnswers(new Map(answers).set(finding.kind, { finding, answer: chosen }));
    setForm(applyAnswer(form ?? survey.form, chosen));
  };
  const restart = (changed: ImportForm) => {
    setAnswers(new Map());
    setForm(changed);
  };
  const questions = questionsOf(survey.findings, answers);
  const asked = new Set<FindingKind>(questions.map(({ finding }) => finding.kind));
  return (
    <div className={stockClasses.step} aria-busy={check.isStale}>
      <Summary survey={survey} />
      {check.isStale && <CheckProgress bytes={check.bytes} of={check.of} />}
      <Questions questions={questions} onAnswer={answer} />
      <CertainFindings
        findings={survey.findings.filter(({ kind }) => !asked.has(kind))}
        form={survey.form}
        onAnswer={(_, chosen) => setForm(applyAnswer(form ?? survey.form, chosen))}
      />
      <FormFields
        form={check.isStale && form ? form : survey.form}
        format={source.goods.format}
        sample={survey.sample}
        onForm={setForm}
        onRestart={restart}
      />
      <PreviewTable lines={survey.preview} columns={source.goods.format.columns} />
      <StartBar
        left={questions.filter((one) => one.answer === null).length}
        isReady={!check.isStale && survey.sellable > 0}
        back={back}
        onStart={() => onStart(check.file!, survey.form)}
      />
    </div>
  );
}

type CheckProgressProps = { bytes: number; of: number; onCancel?: () => void };

function CheckProgress({ bytes, of, onCancel }: CheckProgressProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const sizes = { bytes: formatBytes(bytes, language), of: formatBytes(of, language) };
  return (
    <div className={classes.part}>
      <Progress value={(100 * bytes) / Math.max(1, of)} aria-label={t('stock.check.progress')} />
      <p className={`${classes.quiet} figures`}>{t('stock.check.reading', sizes)}</p>
      {onCancel && (
        <Button variant="default" className={classes.cancel} onClick={onCancel}>
          {t('stock.check.cancel')}
        </Button>
      )}
    </div>
  );
}

/** What would become of the lines, in one sentence. */
function Summary({ survey: { lines, sellable } }: { survey: Survey }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const figure = (value: number) => value.toLocaleString(language);
  return (
    <div className={classes.summary} aria-live="polite">
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
  isReady: boolean;
  back: ReactNode;
  onStart: () => void;
};

/** The confirmation of the right to sell, and the start. */
function StartBar({ left, isReady, back, onStart }: StartBarProps) {
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
        <Button disabled={!hasRight || left > 0 || !isReady} onClick={onStart}>
          {t('stock.import.start')}
        </Button>
        <span role="status" className={classes.left}>
          {left > 0 && t('stock.check.left', { count: left, number: left.toLocaleString(language) })}
        </span>
      </div>
    </>
  );
}
