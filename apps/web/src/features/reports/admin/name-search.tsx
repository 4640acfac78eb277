import { Button, Progress, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { nameInSubject } from './name-in-subject.ts';
import classes from './name-search.module.css';
import { NameMatches } from './name-matches.tsx';
import { SearchOutcome } from './search-outcome.tsx';
import { useNameSearch } from './use-name-search.ts';

/** Limits of the call. */
const SHORTEST_NAME = 3;
const LONGEST_NAME = 320;

type Props = {
  report: { readonly id: string; readonly subject: string };
  isDisabled: boolean;
  chosen: readonly string[];
  onChange: (change: (chosen: readonly string[]) => string[]) => void;
};

/** Finds accounts by the name an owner knows. Those for sale are selected at once. */
export function NameSearch({ report, isDisabled, chosen, onChange }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [typed, setTyped] = useState(() => nameInSubject(report.subject));
  const { search, begin, goOn, stop } = useNameSearch(report.id, (items) => {
    const free = items.filter(({ state }) => state === 'free').map(({ item_id: id }) => id);
    onChange((now) => [...now, ...free]);
  });
  const name = typed.trim();
  const isRunning = search?.phase === 'running';
  const isStopped = search?.phase === 'stopped' && search.name === name;
  const look = () => {
    if (isStopped) return goOn();
    onChange(() => []);
    begin(name);
  };
  const lookByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter must not submit the surrounding form.
    event.preventDefault();
    if (name.length >= SHORTEST_NAME && !isRunning) look();
  };
  return (
    <div className={classes.search}>
      <div className={classes.ask}>
        <TextInput
          label={t('reports.name.label')}
          description={t('reports.name.hint')}
          value={typed}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={isDisabled || isRunning}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={lookByKey}
        />
        <Button
          variant="light"
          disabled={isDisabled || isRunning || name.length < SHORTEST_NAME}
          onClick={look}
        >
          {t(isStopped ? 'reports.name.goOn' : 'reports.name.look')}
        </Button>
      </div>
      {search && (isRunning || search.phase === 'stopped') && (
        <div className={`${classes.progress} figures`}>
          <Progress
            value={search.of === 0 ? 0 : (search.passed / search.of) * 100}
            animated={isRunning}
            color={isRunning ? 'marine' : 'yellow'}
            aria-label={t('reports.name.look')}
          />
          <span>{t('reports.name.looked', { opened: search.opened.toLocaleString(language) })}</span>
          {isRunning && (
            <Button size="compact-sm" variant="default" onClick={stop}>
              {t('reports.name.stop')}
            </Button>
          )}
        </div>
      )}
      {search && search.found.length > 0 && (
        <NameMatches search={search} isDisabled={isDisabled} chosen={chosen} onChange={onChange} />
      )}
      {search && <SearchOutcome search={search} />}
    </div>
  );
}
