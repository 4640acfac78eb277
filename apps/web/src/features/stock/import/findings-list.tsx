import { Radio, Stack } from '@mantine/core';
import type { Answer, Finding, FindingKind } from '@portside/accounts/findings';
import { LONGEST_LINE } from '@portside/accounts/line-limit';
import type { ImportForm } from '@portside/contract';
import { IconCheck, IconHelpCircle } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { isChosen, type Question } from './import-form.ts';
import classes from './check.module.css';

type QuestionsProps = {
  questions: readonly Question[];
  onAnswer: (finding: Finding, answer: Answer) => void;
};

/** What only the operator can decide, a choice for each; an answer can be changed until the start. */
export function Questions({ questions, onAnswer }: QuestionsProps) {
  const { t } = useTranslation('admin');
  if (questions.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('stock.check.questions')}>
      <h3 className={classes.heading}>{t('stock.check.questions')}</h3>
      {questions.map(({ finding, answer }) => (
        <div key={finding.kind} className={classes.question} data-answered={answer !== null || undefined}>
          {answer ? <IconCheck size={20} aria-hidden /> : <IconHelpCircle size={20} aria-hidden />}
          <FindingWords finding={finding}>
            <Choice finding={finding} chosen={answer} onAnswer={(one) => onAnswer(finding, one)} />
          </FindingWords>
        </div>
      ))}
    </section>
  );
}

type CertainProps = {
  findings: readonly Finding[];
  form: ImportForm;
  onAnswer: (finding: Finding, answer: Answer) => void;
};

/** What is done without asking. Where there is another way, it can be chosen. */
export function CertainFindings({ findings, form, onAnswer }: CertainProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (findings.length === 0) return null;
  return (
    <details className={classes.certain}>
      <summary>
        {t('stock.check.certain')} <span className="figures">({findings.length.toLocaleString(language)})</span>
      </summary>
      <ul>
        {findings.map((finding) => (
          <li key={finding.kind}>
            <FindingWords finding={finding}>
              {finding.options.length > 0 && (
                <Choice
                  finding={finding}
                  chosen={finding.options.find((one) => isChosen(form, one)) ?? finding.options[0]!}
                  onAnswer={(one) => onAnswer(finding, one)}
                />
              )}
            </FindingWords>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What was found, how often, and the first lines of it. */
function FindingWords({ finding, children }: { finding: Finding; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list, sentences } = usePunctuation();
  const { kind, count, details, samples, isAsked, options } = finding;
  const word = WORDS[kind];
  const isRefused = !isAsked && options.length === 0 && REFUSED.has(kind);
  return (
    <div className={classes.finding}>
      <h4 className={classes.title}>
        {t(`stock.finding.${word}.title`, { limit: LONGEST_LINE.toLocaleString(language) })}{' '}
        <StatusBadge tone={isAsked ? 'warn' : 'neutral'}>
          {t('stock.check.lines', { count, number: count.toLocaleString(language) })}
        </StatusBadge>
      </h4>
      <p>{sentences(t(`stock.finding.${word}.text`), isRefused && t('stock.check.refused'))}</p>
      {details.length > 0 && <p className={classes.details}>{list(details)}</p>}
      {samples.length > 0 && (
        // Focusable, so that a keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={classes.samples} tabIndex={0} aria-label={t('stock.check.samples')}>
          {samples.map(({ line, text }) => (
            <li key={line}>
              <span className="figures">{line.toLocaleString(language)}</span>
              <code translate="no">{text}</code>
            </li>
          ))}
        </ol>
      )}
      {children}
    </div>
  );
}

type ChoiceProps = { finding: Finding; chosen: Answer | null; onAnswer: (answer: Answer) => void };

function Choice({ finding: { kind, options, isAsked }, chosen, onAnswer }: ChoiceProps) {
  const { t } = useTranslation('admin');
  const name = useId();
  return (
    <Radio.Group
      aria-label={t(`stock.finding.${WORDS[kind]}.title`, { limit: LONGEST_LINE })}
      name={name}
      value={chosen?.name ?? null}
      onChange={(value) => {
        const answer = options.find((one) => one.name === value);
        if (answer) onAnswer(answer);
      }}
    >
      <Stack gap={8}>
        {options.map((one) => (
          <Radio
            key={one.name}
            value={one.name}
            label={
              <>
                {t(`stock.answer.${answerWord(kind, one.name)}`)}
                {isAsked && one === options[0] && options.length > 1 && (
                  <span className={classes.suggested}> · {t('stock.check.suggested')}</span>
                )}
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** How a kind is called in the texts. */
export const WORDS = {
  duplicate: 'duplicate',
  'too long': 'tooLong',
  'control characters': 'control',
  'not UTF-8': 'notUtf8',
  'separator in a field': 'separator',
  'column missing': 'column',
  'open quote': 'quote',
  'line break': 'lineBreak',
  heading: 'heading',
  sum: 'sum',
  ornament: 'ornament',
  'open value': 'openValue',
  guard: 'guard',
  surplus: 'surplus',
  'row width': 'rowWidth',
  'first heading': 'firstHeading',
  'heading or account': 'headingOrAccount',
  'sep line': 'sepLine',
  mark: 'mark',
  invisible: 'invisible',
  blanks: 'blanks',
  joined: 'joined',
  mapping: 'mapping',
  'left out': 'leftOut',
  'mostly unfit': 'mostlyUnfit',
  'own export': 'ownExport',
} as const satisfies Record<FindingKind, string>;

/** Lines of these kinds are not sold unless an answer says otherwise. */
const REFUSED: ReadonlySet<FindingKind> = new Set([
  'duplicate',
  'too long',
  'control characters',
  'not UTF-8',
  'separator in a field',
  'column missing',
  'open quote',
  'line break',
  'heading',
  'sum',
  'ornament',
  'open value',
  'guard',
  'surplus',
  'row width',
] as const);

/** Some answers need other words for some kinds. */
function answerWord(kind: FindingKind, name: Answer['name']) {
  if (name === 'go on') return kind === 'own export' ? 'goOnExport' : 'goOn';
  if (kind === 'invisible' && (name === 'keep' || name === 'drop')) return `${name}Invisible` as const;
  if (kind === 'blanks' && (name === 'keep' || name === 'drop')) return `${name}Blanks` as const;
  return kind === 'guard' && name === 'sell' ? 'sellGuard' : name;
}
