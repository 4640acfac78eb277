import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brandCss,
  contrastOf,
  toHex,
  toOklch,
  contrastsOf,
  deepShadesOf,
  paletteOf,
} from './brand-colours.ts';

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const roles = fc.constantFrom('main' as const, 'accent' as const);

test('a colour survives the way to OKLCH and back, up to rounding', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const [from, to] = [colour, toHex(toOklch(colour))].map((hex) =>
        [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
      );
      from!.forEach((byte, index) => expect(Math.abs(byte - to![index]!)).toBeLessThanOrEqual(1));
    }),
  );
});

test('whatever colour is given, everything made of it is readable', () => {
  fc.assert(
    fc.property(colours, roles, (colour, role) => {
      for (const { ratio } of contrastsOf(colour, role)) expect(ratio).toBeGreaterThanOrEqual(4.5);
      const palette = paletteOf(colour, role);
      expect(palette).toHaveLength(10);
      for (const shade of palette.slice(6)) expect(contrastOf(shade, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      for (const shade of deepShadesOf(colour)) expect(contrastOf(shade, '#ffffff')).toBeGreaterThan(7);
    }),
  );
});

test('a readable colour is used as it is, an unreadable one is made darker and says so', () => {
  expect(paletteOf('#1c507a', 'main')[7]).toBe('#1c507a');
  expect(paletteOf('#b3261e', 'accent')[6]).toBe('#b3261e');
  expect(contrastsOf('#b3261e', 'accent')[0]).toMatchObject({ colour: '#b3261e', isAdjusted: false });
  const [button] = contrastsOf('#ffd400', 'main');
  expect(button).toMatchObject({ isAdjusted: true });
  expect(button!.ratioAsGiven).toBeLessThan(1.5);
});

test('the rules contain nothing but variables and colours, and nothing without colours', () => {
  expect(brandCss({ main_colour: null, accent_colour: null })).toBe('');
  const css = brandCss({ main_colour: '#0f766e', accent_colour: '#b3261e' });
  expect(css).toMatch(/^:root:root:root\{(--[a-z0-9-]+:[#a-z0-9 ,%()-]+;?)+\}$/);
  expect(css).toContain('--mantine-color-marine-7:#0f766e');
  expect(css).toContain('--mantine-color-signal-6:#b3261e');
});
