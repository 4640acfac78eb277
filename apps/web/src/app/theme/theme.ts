import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The shop's main colour: deep-water blue. */
const marine: MantineColorsTuple = [
  '#eff5fa',
  '#dde9f3',
  '#b9d2e7',
  '#8fb7d8',
  '#659bc8',
  '#4480b1',
  '#2c6797',
  '#1c507a',
  '#123b5c',
  '#0b2740',
];

/** The warm accent for the buyer's next step; the colour of a ship's port light. */
const signal: MantineColorsTuple = [
  '#fff1eb',
  '#ffdfd1',
  '#ffbda3',
  '#fd9670',
  '#f67a4c',
  '#ee6331',
  '#c9471a',
  '#a83a14',
  '#842d0f',
  '#5f210b',
];

const kelp: MantineColorsTuple = [
  '#ebf8f3',
  '#d3eee3',
  '#a5dcc6',
  '#70c7a5',
  '#45b389',
  '#279a71',
  '#177d5a',
  '#106447',
  '#0b4c36',
  '#073526',
];

const brass: MantineColorsTuple = [
  '#fdf6e4',
  '#faeac2',
  '#f4d68a',
  '#ecbf50',
  '#e0a927',
  '#c08b13',
  '#966a0a',
  '#785407',
  '#5b3f05',
  '#402c03',
];

export const rust: MantineColorsTuple = [
  '#fdf0f0',
  '#fadcdc',
  '#f3b5b6',
  '#ea8789',
  '#de5d61',
  '#cd3f45',
  '#b02b32',
  '#8f2128',
  '#6d191e',
  '#4c1115',
];

/** Greys with a hint of blue. */
export const paper: MantineColorsTuple = [
  '#f5f7fa',
  '#edf1f5',
  '#e1e7ee',
  '#cfd8e2',
  '#aebac8',
  '#8492a3',
  '#5d6b7d',
  '#455366',
  '#2c3848',
  '#17212d',
];

/** The dark theme: text at the light end, surfaces at the dark end. */
export const night: MantineColorsTuple = [
  '#dfe7ef',
  '#bccad8',
  '#98aabd',
  '#6d8298',
  '#3a4d61',
  '#283a4c',
  '#18283a',
  '#0f1d2b',
  '#0a1622',
  '#060f18',
];

/** The overlay between a dialog and the page. */
const VEIL = { color: '#06101a', backgroundOpacity: 0.6 };

/** The theme that components read in the browser; fonts, sizes and shadows are in the stylesheet (`variables.ts`). */
export const theme = createTheme({
  colors: { marine, signal, green: kelp, yellow: brass, red: rust, gray: paper, dark: night },
  primaryColor: 'marine',
  primaryShade: { light: 7, dark: 6 },
  black: '#12202e',
  components: {
    // By name: importing the components would add their code to every page.
    Modal: { defaultProps: { radius: 'lg', padding: 'lg', overlayProps: VEIL } },
    Drawer: { defaultProps: { padding: 'lg', overlayProps: VEIL } },
  },
  respectReducedMotion: true,
});
