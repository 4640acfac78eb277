import { SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import { useTranslation } from '../../locales/use-translation.ts';
import { Link } from 'wouter';
import classes from './sandbox-bar.module.css';

/** Above every page of a sandbox, the prerendered ones too: that nothing here is real, and what to try. */
export function SandboxBar() {
  const { t } = useTranslation();
  return (
    <aside className={classes.bar} aria-label={t('shell.sandbox.bar')}>
      <span>{t('shell.sandbox.bar')}</span>
      <Link to={SANDBOX_PAGE}>{t('shell.sandbox.trials')}</Link>
    </aside>
  );
}
