import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './search.module.css';

const SearchSheet = lazy(() => import('./search-sheet.tsx'));
const ShortcutsSheet = lazy(async () => ({ default: (await import('./search-sheet.tsx')).ShortcutsSheet }));

/** A page, a part of one or something to do there, as the search finds it. */
export type Place = {
  readonly path: string;
  readonly title: string;
  /** Where it is, for parts of pages. */
  readonly page: string;
};

/** Opens the search over everything: the field in the header, Ctrl/⌘ K anywhere, `/` outside of fields. */
export function SearchButton({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation('admin');
  const [opened, setOpened] = useState<'search' | 'shortcuts' | null>(null);
  const isMac = useOs() === 'macos';
  const close = () => setOpened(null);
  useHotkeys([['mod+K', () => setOpened('search')]], []);
  useHotkeys([
    ['/', () => setOpened('search'), { usePhysicalKeys: false }],
    ['shift+?', () => setOpened('shortcuts'), { usePhysicalKeys: false }],
    ['?', () => setOpened('shortcuts'), { usePhysicalKeys: false }],
  ]);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setOpened('search')}
      >
        <IconSearch size={17} stroke={1.8} aria-hidden />
        <span className={classes.word}>{t('search.title')}</span>
        <kbd className={classes.keys} aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense>
        {opened === 'search' && <SearchSheet places={places} onClose={close} />}
        {opened === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      </Suspense>
    </>
  );
}
