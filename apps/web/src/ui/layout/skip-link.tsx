import { useTranslation } from '../../locales/use-translation.ts';
import classes from './skip-link.module.css';

/** The first stop of the keyboard: past the navigation to `#content`. Hidden until it is focused. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a href="#content" className={classes.skip}>
      {t('shell.skip')}
    </a>
  );
}
