import type { Data } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDate } from '../../../lib/format/format-time.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Money } from '../../../ui/data/money.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './user-imports.module.css';

type Preview = Data<'previewUserImport'>;

/** Whether the balances exceed what may be imported at present. */
export const isTooMuch = ({ total_balance: total, balance_left: left }: Preview): boolean =>
  parseMicro(total) > parseMicro(left);

/** What a file would become: figures, its first lines, and the lines that become nobody. */
export function ImportPreview({ name, preview }: { name: string; preview: Preview }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { users, total_balance: total, balance_left: left, skipped, sample, problems } = preview;
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{name}</h3>
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
