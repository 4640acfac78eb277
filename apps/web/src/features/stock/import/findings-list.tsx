import { Radio, Stack } from '@mantine/core';
import type { Answer, Finding, FindingKind } from '@portside/accounts/findings';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import type { ImportForm, Trait } from '@portside/contract';
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
      {questions.toSorted(inOrder).map(({ finding, answer }) => (
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
        {t('stock.check.certain')}{' '}
        <span className="figures">({findings.length.toLocaleString(language)})</span>
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
  const { sentences } = usePunctuation();
  const { kind, count, samples, isAsked, options } = finding;
  const word = WORDS[kind];
  const said = useDetails(finding);
  const isSettled = !isAsked && options.length === 0;
  const isRefused = isSettled && REFUSED.has(kind);
  // A guard is asked about unless no other reading is likely.
  const isUnguarded = isSettled && kind === 'guard';
  return (
    <div className={classes.finding}>
      <h4 className={classes.title}>
        {t(`stock.finding.${word}.title`, { limit: LONGEST_LINE.toLocaleString(language) })}{' '}
        {!OF_THE_FILE.has(kind) && (
          <StatusBadge tone={isAsked ? 'warn' : 'neutral'}>
            {t('stock.check.lines', { count, number: count.toLocaleString(language) })}
          </StatusBadge>
        )}
      </h4>
      <p>
        {sentences(
          t(`stock.finding.${word}.text`),
          isRefused && t('stock.check.refused'),
          isUnguarded && t('stock.check.unguarded'),
        )}
      </p>
      {said && <p className={classes.details}>{said}</p>}
      {samples.length > 0 && (
        <ol className={classes.samples} aria-label={t('stock.check.samples')}>
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

/** Each trait's name in the texts, which say what is there instead. */
const TRAITS = {
  tight: 'tight',
  'address login': 'address',
  'no address': 'noAddress',
  'one login': 'oneLogin',
  'Latin login': 'latinLogin',
  'no label': 'noLabel',
  'one password': 'onePassword',
  'no names': 'noNames',
  'address column': 'addressColumn',
  'one kind': 'oneKind',
  'long values': 'longValues',
  'one shape': 'oneShape',
  filled: 'filled',
} as const satisfies Record<Trait, string>;

/** Those that nobody sees. */
const SIGNS: Readonly<Record<string, string>> = { '\t': '⇥', ' ': '␣' };

function useDetails({ details }: Finding): string {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { list } = usePunctuation();
  const figure = (value: number) => value.toLocaleString(language);
  return list(
    details.map((one) => {
      if ('column' in one) return one.column;
      if ('character' in one) return `${one.character} × ${figure(one.count)}`;
      if ('separator' in one) return `${SIGNS[one.separator] ?? one.separator} × ${figure(one.count)}`;
      if ('width' in one)
        return t('stock.check.width', { width: figure(one.width), number: figure(one.count) });
      if ('trait' in one) return t(`stock.check.trait.${TRAITS[one.trait]}`, { number: figure(one.count) });
      return t('stock.check.whole', { whole: figure(one.whole), lines: figure(one.lines) });
    }),
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

/** Each kind's name in the texts, in the order of the questions: those about the whole file first. */
export const WORDS = {
  'own export': 'ownExport',
  'mostly unfit': 'mostlyUnfit',
  'heading or account': 'headingOrAccount',
  mapping: 'mapping',
  'left out': 'leftOut',
  surplus: 'surplus',
  'row width': 'rowWidth',
  'other order': 'otherOrder',
  guard: 'guard',
  'open value': 'openValue',
  'other separator': 'otherSeparator',
  'mixed separators': 'mixedSeparators',
  'between accounts': 'betweenAccounts',
  swapped: 'swapped',
  'repeated logins': 'repeatedLogins',
  'other values': 'otherValues',
  'lost figures': 'lostFigures',
  unlike: 'unlike',
  several: 'several',
  'beside JSON': 'besideJson',
  numbered: 'numbered',
  label: 'label',
  rounded: 'rounded',
  damaged: 'damaged',
  dead: 'dead',
  sum: 'sum',
  ornament: 'ornament',
  heading: 'heading',
  'first heading': 'firstHeading',
  'sep line': 'sepLine',
  mark: 'mark',
  blanks: 'blanks',
  invisible: 'invisible',
  joined: 'joined',
  duplicate: 'duplicate',
  'unclear date': 'unclearDate',
  'part date': 'partDate',
  'no date': 'noDate',
  'column missing': 'column',
  'separator in a field': 'separator',
  'line break': 'lineBreak',
  'no product': 'noProduct',
  'open quote': 'quote',
  'too long': 'tooLong',
  'control characters': 'control',
  'not UTF-8': 'notUtf8',
} as const satisfies Record<FindingKind, string>;

const ORDER = Object.keys(WORDS);

/** Whatever their place in the file, and whichever is answered first. */
const inOrder = (one: Question, other: Question): number =>
  ORDER.indexOf(one.finding.kind) - ORDER.indexOf(other.finding.kind);

/** These do not count lines. */
const OF_THE_FILE: ReadonlySet<FindingKind> = new Set(['own export', 'mostly unfit', 'mapping'] as const);

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
  'no product',
  'heading',
  'sum',
  'ornament',
  'open value',
  'numbered',
  'label',
  'rounded',
  'damaged',
  'dead',
  'surplus',
  'row width',
  'unlike',
  'several',
  'beside JSON',
  'other order',
  'no date',
  'unclear date',
  'part date',
] as const);

/** Some answers need other words for some kinds. */
function answerWord(kind: FindingKind, name: Answer['name']) {
  if (name === 'go on') return GO_ON[kind] ?? 'goOn';
  if (kind === 'invisible' && (name === 'keep' || name === 'drop')) return `${name}Invisible` as const;
  if (kind === 'blanks' && (name === 'keep' || name === 'drop')) return `${name}Blanks` as const;
  if (kind === 'left out' && name === 'last') return 'lastLeftOut';
  if (name === 'day first' || name === 'month first' || name === 'year first') return ORDERS[name];
  if (name === 'sell' && (kind === 'no date' || kind === 'part date'))
    return kind === 'no date' ? 'sellNoDate' : 'sellPartDate';
  if (kind === 'numbered' && name === 'mend') return 'mendNumber';
  if (kind === 'label' && name === 'mend') return 'mendLabel';
  if (kind === 'other order' && name === 'mend') return 'mendOrder';
  if (kind === 'other order' && name === 'sell') return 'sellOrder';
  return (kind === 'guard' || kind === 'label') && name === 'sell' ? 'sellGuard' : name;
}

const ORDERS = { 'day first': 'dayFirst', 'month first': 'monthFirst', 'year first': 'yearFirst' } as const;

const GO_ON: Partial<Record<FindingKind, 'goOnLeftOut' | 'goOnMapping' | 'goOnBetween' | 'goOnFigures'>> = {
  'between accounts': 'goOnBetween',
  'lost figures': 'goOnFigures',
  'left out': 'goOnLeftOut',
  mapping: 'goOnMapping',
};
