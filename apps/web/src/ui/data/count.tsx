import { useLanguage } from '../../locales/use-language.ts';

/** A whole number, grouped as the reader's language has it, in figures of one width. */
export function Count({ value }: { value: number }) {
  const language = useLanguage();
  return <span className="figures">{value.toLocaleString(language)}</span>;
}
