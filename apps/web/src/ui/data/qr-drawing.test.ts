import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { darkRuns, qrPath } from './qr-drawing.tsx';

test('runs of dark modules', () => {
  const row = [...'##.#..###'].map((one) => one === '#');
  expect(darkRuns(row)).toEqual([
    [0, 2],
    [3, 1],
    [6, 3],
  ]);
  expect(darkRuns([false, false])).toEqual([]);
});

test('the path covers exactly the dark modules', () => {
  const text = 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?uint256=100004321';
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const drawing = qrPath(text);
  const drawn = new Set<string>();
  for (const [, x, y, length] of drawing.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(length); step += 1)
      drawn.add(`${Number(x) - 4 + step},${Number(y) - 4}`);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])));
  expect(drawing.size).toBe(size + 8);
  expect([...drawn].toSorted()).toEqual(dark.toSorted());
});
