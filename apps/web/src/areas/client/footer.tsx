import { useTranslation } from '../../locales/use-translation.ts';
import { SupportContact } from '../../features/support/support-contact.tsx';
import { FooterTexts } from '../footer-texts.tsx';
import { Link } from '../../lib/router/link.tsx';
import classes from './footer.module.css';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={classes.texts}>
        <FooterTexts />
      </div>
      <div className={classes.row}>
        <span>{t('shell.networks')}</span>
        <nav className={classes.links}>
          <SupportContact />
          <Link to="/docs/how-to-buy">{t('shell.guides.label')}</Link>
          <Link to="/docs/terms">{t('shell.terms')}</Link>
          <Link to="/docs/privacy">{t('shell.privacy')}</Link>
          <Link to="/report">{t('shell.report')}</Link>
        </nav>
      </div>
    </footer>
  );
}
