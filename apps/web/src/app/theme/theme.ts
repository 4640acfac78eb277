import { createTheme } from '@mantine/core';
import { brass, kelp, marine, night, paper, rust, signal } from './palette.ts';

/** The overlay between a dialog and the page. */
const VEIL = { color: '#06101a', backgroundOpacity: 0.6 };

/**
 * What components read of the theme in the browser; fonts, sizes and shadows are in the stylesheet (`variables.ts`).
 */
export const theme = createTheme({
  colors: { marine, signal, green: kelp, yellow: brass, red: rust, gray: paper, dark: night },
  primaryColor: 'marine',
  primaryShade: { light: 7, dark: 6 },
  black: '#12202e',
  components: {
    // Named only: importing the components would add their code to every page.
    Modal: { defaultProps: { radius: 'lg', padding: 'lg', overlayProps: VEIL } },
    Drawer: { defaultProps: { padding: 'lg', overlayProps: VEIL } },
  },
  respectReducedMotion: true,
});
