import { Link } from '../../lib/router/link.tsx';
import { ColourSchemeButton } from '../buttons/colour-scheme-button.tsx';
import { LanguageMenu } from '../buttons/language-menu.tsx';
import classes from './plain-header.module.css';
import { Wordmark } from './wordmark.tsx';

/** The shop's name, language and colours: for pages outside the areas. */
export const PlainHeader = () => (
  <header className={classes.header}>
    <Link to="/" className={classes.brand}>
      <Wordmark />
    </Link>
    <LanguageMenu />
    <ColourSchemeButton />
  </header>
);
