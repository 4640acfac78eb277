/** The figures of a network's card, in their order. */
export const FIGURES = ['readTo', 'final', 'head', 'lag'] as const;
