import { Button, FileButton, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Encoding } from '@portside/accounts/encoding';
import type { Data, DecimalSign } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { IconFileUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { decodeFile, type HeldFile } from '../../lib/browser/decode-file.ts';
import { AmountQuestion } from '../../ui/fields/amount-question.tsx';
import { EncodingChoice } from '../../ui/fields/encoding-choice.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { fieldFaultsOf, useFormCall } from '../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './user-imports.module.css';
import { parseMicro } from '@portside/contract/wire/money';
import { formatDate } from '../../lib/format/times.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { Money } from '../../ui/data/money.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';

type Read = {
  readonly name: string;
  readonly text: string;
  /** The answer to the question that the preview may ask. */
  readonly decimalSign?: DecimalSign;
  readonly preview: Data<'previewUserImport'>;
};

const TOLD = {
  proposed: 'proposed',
  cooling: 'proposed',
  running: 'started',
  done: 'same',
  rejected: 'proposed',
} as const;

/** Choose a file, see what it would become, propose it. */
export function ProposeImport() {
  const { t } = useTranslation('admin');
  const [read, setRead] = useState<Read | null>(null);
  const [fault, setFault] = useState<FileFault | null>(null);
  const [held, setHeld] = useState<(HeldFile & { name: string }) | null>(null);
  const open = async (file: Blob, name: string, encoding: Encoding | null) => {
    setFault(null);
    setRead(null);
    setHeld(null);
    if (file.size > MOST_BYTES) return setFault({ text: 'tooLong' });
    const decoded = await decodeFile(file, encoding);
    if (decoded.held) return setHeld({ ...decoded.held, name });
    const text = await decoded.file.text();
    if (text.length > LONGEST_TEXT) return setFault({ text: 'tooLong' });
    await show(name, text);
  };
  const show = async (name: string, text: string, decimalSign?: DecimalSign) => {
    const body = { text, ...(decimalSign && { decimal_sign: decimalSign }) };
    try {
      const preview = await call('previewUserImport', { body }, { quietFor: ['invalidFormat'] });
      setRead({ name, text, preview, ...(decimalSign && { decimalSign }) });
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'invalidFormat') setFault(faultOf(error));
    }
  };
  return (
    <section className={classes.part}>
      <p className={classes.lede}>{t('userImports.lede')}</p>
      <p className={classes.quiet}>{t('userImports.columns')}</p>
      <FileButton
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(file) => file && void open(file, file.name, null)}
      >
        {(props) => (
          <Button
            {...props}
            variant={read ? 'default' : 'filled'}
            className={classes.choose}
            leftSection={<IconFileUpload size={17} stroke={1.7} />}
          >
            {t(read ? 'userImports.other' : 'userImports.choose')}
          </Button>
        )}
      </FileButton>
      {fault && (
        <p role="alert" className={classes.fault}>
          {t(`userImports.${fault.text}`, { column: fault.column })}
        </p>
      )}
      {held && (
        <EncodingChoice held={held} onChoose={(encoding) => void open(held.source, held.name, encoding)} />
      )}
      {read && (
        <ImportPreview name={read.name} preview={read.preview}>
          {read.preview.question && (
            <AmountQuestion
              question={read.preview.question}
              answer={read.decimalSign}
              onAnswer={(sign) => void show(read.name, read.text, sign)}
            />
          )}
        </ImportPreview>
      )}
      {read && isDecided(read) && read.preview.users > 0 && !isTooMuch(read.preview) && (
        <ProposeForm {...read} onDone={() => setRead(null)} />
      )}
    </section>
  );
}

const FAULTS = { encoding: 'notUtf8', long: 'tooLong', missing: 'nobody', twice: 'twoColumns' } as const;

type FileFault = {
  readonly text: (typeof FAULTS)[keyof typeof FAULTS] | 'notCsv';
  /** Which one the file has twice. */
  readonly column?: string | undefined;
};

function faultOf(error: ApiError): FileFault {
  const { fault, value } = fieldFaultsOf(error)[0] ?? {};
  const text = fault !== undefined && fault in FAULTS ? FAULTS[fault as keyof typeof FAULTS] : 'notCsv';
  return { text, column: value };
}

const isDecided = ({ preview, decimalSign }: Read): boolean =>
  preview.question === null || decimalSign !== undefined;

function ProposeForm({ name, text, decimalSign, onDone }: Read & { onDone: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('userImports.reasonMissing') : null),
    },
  });
  const send = useFormCall(form);
  const propose = useThrottledAction(async ({ reason }: typeof form.values) => {
    const body = {
      text,
      ...(decimalSign && { decimal_sign: decimalSign }),
      file_name: name.slice(0, 200),
      reason: reason.trim(),
    };
    const { state } = await send('proposeUserImport', { body });
    toastSuccess('userImport', t(`userImports.${TOLD[state]}`));
    const names = ['listUserImports', 'listProposals', 'listUsers'] as const;
    await Promise.all(names.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(propose.run)} noValidate>
      <Textarea label={t('userImports.reason')} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={propose}>
        {t('userImports.submit')}
      </ThrottledButton>
    </form>
  );
}

type Preview = Data<'previewUserImport'>;

/** Whether the balances exceed what may be imported at present. */
const isTooMuch = ({ total_balance: total, balance_left: left }: Preview): boolean =>
  parseMicro(total) > parseMicro(left);

/** A preview of the import: figures, the first lines, and the lines that create no user. */
function ImportPreview({ name, preview, children }: { name: string; preview: Preview; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { users, total_balance: total, balance_left: left, skipped, sample, problems } = preview;
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{name}</h3>
      {children}
      <dl className={classes.figures}>
        <div>
          <dt>{t('userImports.users')}</dt>
          <dd className="figures">{users.toLocaleString(language)}</dd>
        </div>
        <div>
          <dt>{t('userImports.total')}</dt>
          <dd>
            <Money amount={total} />
          </dd>
        </div>
        <div>
          <dt>{t('userImports.skipped')}</dt>
          <dd className="figures">{skipped.toLocaleString(language)}</dd>
        </div>
      </dl>
      {isTooMuch(preview) && (
        <p role="alert" className={classes.fault}>
          {t('userImports.tooMuch', { left: formatUsdt(left, language) })}
        </p>
      )}
      {users === 0 && <p className={classes.fault}>{t('userImports.nobody')}</p>}
      {sample.length > 0 && <Sample lines={sample} more={users - sample.length} />}
      {problems.length > 0 && <Problems lines={problems} more={skipped - problems.length} />}
    </div>
  );
}

function Sample({ lines, more }: { lines: Preview['sample']; more: number }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <Lines
      title={t('userImports.sample')}
      heads={
        <>
          <th data-align="end">{t('users.field.balance')}</th>
          <th>{t('users.field.email')}</th>
          <th>{t('users.field.created')}</th>
          <th>{t('users.field.agent')}</th>
        </>
      }
      more={more}
    >
      {lines.map(({ line, username, email, balance, agent, created_at: at }) => (
        <tr key={line}>
          <td className="figures">{line}</td>
          <td>{username}</td>
          <td data-align="end">
            <Money amount={balance} />
          </td>
          <td>{email}</td>
          <td>{at && formatDate(at, language)}</td>
          <td>{agent}</td>
        </tr>
      ))}
    </Lines>
  );
}

function Problems({ lines, more }: { lines: Preview['problems']; more: number }) {
  const { t } = useTranslation('admin');
  return (
    <Lines
      title={t('userImports.problems')}
      heads={<th data-align="end">{t('userImports.why')}</th>}
      more={more}
    >
      {lines.map(({ line, problem, username }) => (
        <tr key={line}>
          <td className="figures">{line}</td>
          <td>{username}</td>
          <td data-align="end">
            <StatusBadge tone="warn">{t(`userImports.problem.${problem}`)}</StatusBadge>
          </td>
        </tr>
      ))}
    </Lines>
  );
}

type LinesProps = {
  title: string;
  /** Of the columns after line and username. */
  heads: ReactNode;
  /** The rows of a table, one a line of the file. */
  children: ReactNode;
  /** How many lines are not shown. */
  more: number;
};

function Lines({ title, heads, children, more }: LinesProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <h4 className={classes.heading}>{title}</h4>
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.lines} tabIndex={0}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th>{t('userImports.line')}</th>
              <th>{t('users.field.username')}</th>
              {heads}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
      {more > 0 && <p className={classes.quiet}>{t('userImports.more', { count: more })}</p>}
    </>
  );
}

/** Limit of the call, in characters; the longest of those have four bytes. */
const LONGEST_TEXT = 900_000;
const MOST_BYTES = 4 * LONGEST_TEXT;
