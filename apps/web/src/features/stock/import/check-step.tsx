import { Button, Checkbox, Progress } from '@mantine/core';
import type { Encoding } from '@portside/accounts/encoding';
import {
  answerForm,
  type Answer,
  type Finding,
  type FindingKind,
  type Survey,
} from '@portside/accounts/findings';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import type { AdminGoods } from '@portside/contract';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useUnsaved } from '../../../lib/browser/unsaved.ts';
import { formatBytes } from '../../../lib/format/sizes.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { EncodingChoice } from '../../../ui/fields/encoding-choice.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { BornFields } from './born-fields.tsx';
import { CertainFindings, Questions } from './findings-list.tsx';
import { FormFields, PreviewTable } from './form-fields.tsx';
import { questionsOf, withBornColumn, withoutUsual, type Answers } from './import-form.ts';
import { NO_CHOICE, type ImportTarget, type ProductChoice } from './import-products.ts';
import type { ImportSource } from './import-run.ts';
import { ProductFields, useProductSplit } from './product-fields.tsx';
import { useFileCheck, type FileCheck, type WantedForm } from './use-file-check.ts';
import stockClasses from '../stock.module.css';
import classes from './check.module.css';

/** What the operator has decided of a file. `encoding` and `form` null: as the file seems to be written. */
type Decided = {
  readonly encoding: Encoding | null;
  readonly form: WantedForm | null;
  readonly answers: Answers;
  readonly products: ProductChoice;
};

export const UNDECIDED: Decided = { encoding: null, form: null, answers: new Map(), products: NO_CHOICE };

type CheckStepProps = {
  source: ImportSource;
  goods: readonly AdminGoods[];
  decided: Decided;
  onDecide: (change: Partial<Decided>) => void;
  onBack: () => void;
  /** With the file as UTF-8, which is what is sent, and the products that get its accounts. */
  onStart: (file: Blob, targets: readonly ImportTarget[]) => void;
};

/** Reads the whole file before any of it is on sale: what it holds, and what only the operator can decide. */
export function CheckStep({ source, goods, decided, onDecide, onBack, onStart }: CheckStepProps) {
  const { t } = useTranslation('admin');
  const { encoding, form, answers } = decided;
  const isTyped = !(source.file instanceof File) || source.note.trim() !== '';
  useUnsaved(
    () => isTyped || encoding !== null || form !== null || answers.size > 0 || decided.products !== NO_CHOICE,
  );
  const check = useFileCheck(source, encoding, form);
  const { survey } = check;
  const split = useProductSplit(source, goods, survey, decided.products);
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('stock.import.back')}
    </Button>
  );
  if (check.isUnreadable || check.held)
    return <Unread held={check.held} back={back} onChoose={(chosen) => onDecide({ encoding: chosen })} />;
  if (!survey) return <CheckProgress bytes={check.bytes} of={check.of} onCancel={onBack} />;
  // A requested form counts before it is read: two answers may come in quick succession.
  const present = form !== null && 'kind' in form ? form : survey.form;
  const answer = (finding: Finding, chosen: Answer) => {
    onDecide({
      answers: new Map(answers).set(finding.kind, { finding, answer: chosen }),
      ...(Object.keys(chosen.set).length > 0 && { form: answerForm(present, chosen) }),
    });
  };
  const change = (changed: WantedForm) => {
    const isNew = !('kind' in changed);
    // A "go on" was about the form before.
    const kept = [...answers].filter(([, one]) => !isNew && one.answer.name !== 'go on');
    onDecide({ answers: new Map(kept), form: changed, ...(isNew && { products: NO_CHOICE }) });
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
        onAnswer={(_, chosen) => onDecide({ form: answerForm(present, chosen) })}
      />
      <FormFields
        form={present}
        format={source.goods.format}
        sample={survey.sample}
        onForm={(changed) => change(withoutUsual(changed))}
        onRestart={(delimiter) => change({ delimiter })}
      />
      <ProductFields
        product={source.goods}
        survey={survey}
        split={split}
        choice={decided.products}
        onChoose={(products) => onDecide({ products })}
      />
      <BornFields
        {...{ goods, survey, form: present, targets: split.targets }}
        onColumn={(column) => onDecide(withBornColumn({ answers, form: present }, column))}
      />
      <PreviewTable lines={survey.preview} columns={source.goods.format.columns} />
      <StartBar
        left={questions.filter((one) => one.answer === null).length + split.left}
        again={check.isStale ? check.bytes / Math.max(1, check.of) : null}
        hasAccounts={split.targets.length > 0}
        back={back}
        onStart={() => onStart(check.file!, split.targets)}
      />
    </div>
  );
}

/** Why a file is not read: it cannot be, or its encoding has to be chosen. */
type UnreadProps = {
  held: FileCheck['held'];
  back: ReactNode;
  onChoose: (encoding: Encoding) => void;
};

function Unread({ held, back, onChoose }: UnreadProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={stockClasses.step}>
      {held ? (
        <EncodingChoice held={held} onChoose={onChoose} />
      ) : (
        <Callout tone="warn" icon={<IconFileOff size={18} />} title={t('stock.import.unreadable.title')}>
          {t('stock.check.unreadable')}
        </Callout>
      )}
      <div className={stockClasses.importWizardButtons}>{back}</div>
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
  /** Progress of reading the file again with another form; null while the figures match the form. */
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
