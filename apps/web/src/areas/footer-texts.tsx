import { useBrandText } from '../lib/browser/page-data.ts';
import { useLanguage } from '../locales/use-translation.ts';
import classes from './client/layout.module.css';

/**
 * The operator's own lines at the end of a page: footer, contact, legal name. Nothing where they wrote none. `as`: a
 * footer of its own, where the page has no other.
 */
export function FooterTexts({ as: Place = 'div' }: { as?: 'div' | 'footer' }) {
  const language = useLanguage();
  const lines = [
    useBrandText('footer', language),
    useBrandText('contact', language),
    useBrandText('legal_name', language),
  ].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <Place className={classes.footerTextsTexts}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Place>
  );
}
