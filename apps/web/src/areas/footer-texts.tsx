import { useBrandText } from '../lib/browser/brand.ts';
import { useLanguage } from '../locales/use-language.ts';

/** The operator's own lines at the end of a page: footer, contact, legal name. Nothing where they wrote none. */
export function FooterTexts({ className }: { className: string | undefined }) {
  const language = useLanguage();
  const lines = [
    useBrandText('footer', language),
    useBrandText('contact', language),
    useBrandText('legal_name', language),
  ].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <div className={className}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
