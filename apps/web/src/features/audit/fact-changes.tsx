import type { AuditEntry } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './audit-sheet.module.css';
import { changesOf, listChange, type Change } from './changes.ts';
import { useFactLabels } from './use-fact-labels.ts';

/** An entry's changed fields, old value struck out; unchanged ones are collapsed. */
export function FactChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin');
  const changes = changesOf(entry.before, entry.after);
  const isChange = entry.before !== null && entry.after !== null;
  const shown = isChange ? changes.filter(({ isChanged }) => isChanged) : changes;
  const kept = isChange ? changes.filter(({ isChanged }) => !isChanged) : [];
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>
        {t(isChange ? 'audit.changed' : entry.after === null ? 'audit.wasBefore' : 'audit.saysAfter')}
      </h3>
      {shown.length === 0 && <p className={classes.quiet}>{t('audit.nothingChanged')}</p>}
      <FactList entry={entry} changes={shown} />
      {kept.length > 0 && (
        <details className={classes.kept}>
          <summary>{t('audit.kept', { count: kept.length })}</summary>
          <FactList entry={entry} changes={kept} />
        </details>
      )}
    </section>
  );
}

function FactList({ entry, changes }: { entry: AuditEntry; changes: readonly Change[] }) {
  const { nameOf, valueOf } = useFactLabels(entry);
  const hasBoth = entry.before !== null && entry.after !== null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ path, before, after, isChanged }) => {
        const list = listChange(before, after);
        const side = entry.after === null ? 'before' : 'after';
        return (
          <div key={path}>
            <dt>{nameOf(path)}</dt>
            <dd>
              {!hasBoth || !isChanged ? (
                valueOf(side, path, side === 'after' ? after : before)
              ) : (
                <>
                  {list?.removed.length !== 0 && (
                    <del>{valueOf('before', path, list ? list.removed : before)}</del>
                  )}
                  {list?.added.length !== 0 && <ins>{valueOf('after', path, list ? list.added : after)}</ins>}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
