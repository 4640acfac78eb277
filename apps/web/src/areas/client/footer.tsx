import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStored } from '../../lib/stored/stored-state.ts';
import classes from './footer.module.css';

export function Footer() {
  const { t } = useTranslation();
  const isSandbox = useStored((s) => s.webConfig?.sandbox === true);
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        <span>{t('shell.networks')}</span>
        {isSandbox && <span className={classes.sandbox}>{t('shell.sandbox')}</span>}
        <nav className={classes.links}>
          <Link to="/docs/terms">{t('shell.terms')}</Link>
          <Link to="/docs/privacy">{t('shell.privacy')}</Link>
        </nav>
      </div>
    </footer>
  );
}
