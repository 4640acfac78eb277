import { Anchor } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Link } from '../../../lib/router/link.tsx';
import { usePunctuation } from '../../../locales/punctuation.ts';

/** Both documents open in a new tab, so that the form keeps its values. */
export function AgreementLabel() {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const open = (path: string, name: string) => (
    <Anchor component={Link} to={path} target="_blank" inherit underline="always">
      {name}
    </Anchor>
  );
  return (
    <>
      {t('sessions.register.agreeBefore')}
      {space}
      {open('/docs/terms', t('sessions.register.agreeTerms'))}
      {space}
      {t('sessions.register.agreeBetween')}
      {space}
      {open('/docs/privacy', t('sessions.register.agreePrivacy'))}
      {t('sessions.register.agreeAfter')}
    </>
  );
}
