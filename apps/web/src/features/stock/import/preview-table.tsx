import type { Data } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './import-wizard.module.css';

type Lines = Data<'previewImport'>['lines'];
type Fault = NonNullable<Lines[number]['fault']>;

const WORDS = {
  duplicate: 'duplicate',
  'too long': 'tooLong',
  'control characters': 'control',
  'not UTF-8': 'notUtf8',
  'separator in a field': 'separator',
  'column missing': 'column',
  'open quote': 'quote',
} as const satisfies Record<Fault, string>;

/** The first lines as they would be sold, or why they would be refused. */
export function PreviewTable({ lines }: { lines: Lines }) {
  const { t } = useTranslation('admin');
  if (lines.length === 0) return <p className={classes.quiet}>{t('stock.import.nothing')}</p>;
  return (
    // Focusable, so that a keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.preview} tabIndex={0}>
      <table aria-label={t('stock.import.preview')}>
        <tbody>
          {lines.map(({ line, account, fault }) => (
            <tr key={line} data-fault={fault !== null || undefined}>
              <td className="figures">{line}</td>
              <td>
                <code>{account}</code>
              </td>
              <td>{fault && <StatusBadge tone="bad">{t(`stock.fault.${WORDS[fault]}`)}</StatusBadge>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
