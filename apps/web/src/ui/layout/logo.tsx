import { useBrandLogo, useSiteName } from '../../lib/browser/page-data.ts';
import { useLanguage } from '../../locales/use-translation.ts';
import classes from './logo.module.css';

/**
 * The operator's logo, or the built-in one: a sail that forms a P, water, and the red light that ships carry on their
 * port side. The server looks for `data-brand` in prerendered pages.
 */
export function Logo({ size = 30 }: { size?: number }) {
  const logo = useBrandLogo();
  if (logo !== null) return <img src={logo} width={size} height={size} alt="" />;
  return (
    <svg data-brand="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8.5" fill="light-dark(#0d2f4d, #1b4468)" />
      <path d="M13.2 6.5h3.6a6.4 6.4 0 0 1 0 12.8h-3.6z" fill="#fff" />
      <path
        d="M6 24c3.3 2.3 6.7 2.3 10 0s6.7-2.3 10 0"
        fill="none"
        stroke="#9cc3e4"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="8.8" cy="10" r="2.3" fill="#f26b3a" />
    </svg>
  );
}

/** The logo and the shop's name. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <Logo />
      <span>{useSiteName(useLanguage())}</span>
    </span>
  );
}
