import { ActionIcon } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { chooseColourScheme, useIsDark } from '../../lib/browser/colour-scheme.ts';
import { useTranslation } from '../../locales/use-translation.ts';

/**
 * Switches between the light and the dark theme. CSS picks the icon, because prerendered HTML does not know the
 * theme.
 */
export function ColourSchemeButton() {
  const { t } = useTranslation();
  const isDark = useIsDark();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t(isDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => chooseColourScheme(isDark ? 'light' : 'dark')}
    >
      <IconSun size={19} stroke={1.7} className="mantine-light-hidden" />
      <IconMoon size={19} stroke={1.7} className="mantine-dark-hidden" />
    </ActionIcon>
  );
}
